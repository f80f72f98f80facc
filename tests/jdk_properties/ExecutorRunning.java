import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Nothing is given to an executor that has been shut down. */
class ExecutorRunning {
    static void violates() {
        ExecutorService workers = Executors.newSingleThreadExecutor();
        workers.shutdown();
        workers.execute(() -> { });
    }

    static void conforms() {
        ExecutorService workers = Executors.newSingleThreadExecutor();
        workers.execute(() -> { });
        workers.shutdown();
    }
}
