// Latches, barriers, semaphores, exchangers and phasers order threads: no race.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;

public class Synchronizers {
    static int latched, barred, guarded, exchanged, phased;

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        CyclicBarrier barrier = new CyclicBarrier(2);
        Semaphore semaphore = new Semaphore(1);
        Exchanger<int[]> exchanger = new Exchanger<>();
        Phaser phaser = new Phaser(2);
        Thread other = new Thread(() -> {
            try {
                latched = 1;
                latch.countDown();
                barrier.await();
                int seen = barred;
                semaphore.acquire();
                guarded += seen;
                semaphore.release();
                int[] got = exchanger.exchange(new int[] {3});
                exchanged = got[0];
                phaser.arriveAndAwaitAdvance();
                phased += exchanged;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        latch.await();
        barred = latched;
        barrier.await();
        semaphore.acquire();
        guarded++;
        semaphore.release();
        int[] got = exchanger.exchange(new int[] {4});
        got[0]++;
        phased = got[0];
        phaser.arriveAndAwaitAdvance();
        other.join();
        System.out.println(latched + barred + guarded + exchanged + phased);
    }
}
