package small;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        CompletionStage<Session> stage = CompletableFuture.completedStage(s);
        stage.whenComplete((x, e) -> x.close()).toCompletableFuture().join();
        s.send();
    }
}
