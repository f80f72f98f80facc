import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The end of an executor is awaited after it has been shut down. */
class ExecutorAwaitedAfterShutdown {
    static void violates() throws InterruptedException {
        ExecutorService workers = Executors.newSingleThreadExecutor();
        workers.awaitTermination(1, TimeUnit.MILLISECONDS);
        workers.shutdown();
    }

    static void conforms() throws InterruptedException {
        ExecutorService workers = Executors.newSingleThreadExecutor();
        workers.shutdown();
        workers.awaitTermination(1, TimeUnit.SECONDS);
    }
}
