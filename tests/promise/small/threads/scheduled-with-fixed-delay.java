package small;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        CountDownLatch done = new CountDownLatch(1);
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        pool.scheduleWithFixedDelay(() -> { s.close(); done.countDown(); pool.shutdown(); }, 0, 1, TimeUnit.DAYS);
        done.await();
        s.send();
    }
}
