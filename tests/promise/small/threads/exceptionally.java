package small;

import java.util.concurrent.CompletableFuture;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        CompletableFuture<Session> failed = new CompletableFuture<>();
        CompletableFuture<Session> then = failed.exceptionally(e -> { s.close(); return s; });
        failed.completeExceptionally(new RuntimeException());
        then.get().send();
    }
}
