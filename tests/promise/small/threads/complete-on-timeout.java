package small;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new CompletableFuture<Session>().completeOnTimeout(s, 1, TimeUnit.MILLISECONDS).get().close();
        s.send();
    }
}
