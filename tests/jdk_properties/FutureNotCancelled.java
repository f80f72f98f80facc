import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** The result of what has been cancelled is not waited for. */
class FutureNotCancelled {
    static void violates() throws Exception {
        Future<String> answer = new FutureTask<>(() -> "a");
        answer.cancel(true);
        answer.get();
    }

    static void conforms() throws Exception {
        FutureTask<String> answer = new FutureTask<>(() -> "a");
        answer.run();
        answer.get();
    }
}
