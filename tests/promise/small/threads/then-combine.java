package small;

import java.util.concurrent.CompletableFuture;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        CompletableFuture.completedFuture(s).thenCombine(CompletableFuture.completedFuture("b"), (x, y) -> { x.close(); return x; }).join();
        s.send();
    }
}
