// Interrupts, parks and joins with a time order threads: no race.
import java.util.concurrent.locks.LockSupport;

public class Interrupts {
    static int before, parked, late;
    static volatile boolean go;

    public static void main(String[] args) throws Exception {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                late = before;
            }
        });
        sleeper.start();
        Thread waiter = new Thread(() -> {
            while (!go) {
                LockSupport.park();
            }
            late = parked + 1;
        });
        before = 1;
        sleeper.interrupt();
        sleeper.join(60_000);
        int seen = late;
        waiter.start();
        parked = 2;
        go = true;
        LockSupport.unpark(waiter);
        while (waiter.isAlive()) {
            Thread.sleep(1);
        }
        System.out.println(late + seen);
    }
}
