// A task that a pool runs again and again: each time another thread may run it, and the field is not its own.
// races: 0
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class Periodic implements Runnable {
    private final CountDownLatch rounds;
    private int round;

    Periodic(CountDownLatch rounds) {
        this.rounds = rounds;
    }

    @Override
    public void run() {
        round++;
        rounds.countDown();
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch rounds = new CountDownLatch(60);
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(3);
        for (int i = 0; i < 6; i++) {
            pool.scheduleAtFixedRate(new Periodic(rounds), 0, 1, TimeUnit.MILLISECONDS);
        }
        rounds.await();
        pool.shutdownNow();
        pool.awaitTermination(10, TimeUnit.SECONDS);
    }
}
