package small;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        CompletableFuture.runAsync(s::close, CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS)).join();
        s.send();
    }
}
