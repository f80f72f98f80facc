// Atomic variables order threads, and do not race.
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

public class Atomics {
    static int plain;

    public static void main(String[] args) throws Exception {
        AtomicInteger count = new AtomicInteger();
        AtomicBoolean lock = new AtomicBoolean();
        AtomicReference<int[]> box = new AtomicReference<>();
        LongAdder adder = new LongAdder();
        Runnable body = () -> {
            for (int i = 0; i < 10; i++) {
                count.incrementAndGet();
                adder.increment();
                while (!lock.compareAndSet(false, true)) {
                    Thread.onSpinWait();
                }
                plain++;
                lock.set(false);
                count.updateAndGet(x -> x + 1);
            }
        };
        Thread a = new Thread(body), b = new Thread(body);
        a.start();
        b.start();
        new Thread(() -> box.set(new int[] {7})).start();
        int[] got;
        while ((got = box.get()) == null) {
            Thread.onSpinWait();
        }
        a.join();
        b.join();
        System.out.println(count.get() + plain + got[0] + adder.intValue());
    }
}
