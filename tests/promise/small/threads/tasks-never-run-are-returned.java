package small;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.execute(() -> { try { go.await(); } catch (InterruptedException e) { } });
        pool.execute(s::close);
        for (Runnable left : pool.shutdownNow()) left.run();
        s.send();
    }
}
