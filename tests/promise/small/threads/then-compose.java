package small;

import java.util.concurrent.CompletableFuture;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        CompletableFuture.supplyAsync(() -> s).thenCompose(x -> { x.close(); return CompletableFuture.completedFuture(x); }).join().send();
    }
}
