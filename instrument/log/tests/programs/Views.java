// Iterators and views show what their collection orders, periodic tasks run one after the other, and calls of the JDK
// read and write arrays. The iterator before `start` does not race.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class Views {
    static int runs;
    static int[] cells = new int[8];

    static class Box {
        int x;
    }

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Box> map = new ConcurrentHashMap<>();
        Set<Integer> set = Collections.newSetFromMap(new ConcurrentHashMap<>());
        List<Integer> plain = new ArrayList<>(List.of(1, 2, 3)), safe = Collections.synchronizedList(new ArrayList<>());
        Thread writer = new Thread(() -> {
            Box box = new Box();
            box.x = 5;
            map.put(1, box);
            cells[0] = 1;
            synchronized (safe) { safe.add(1); } set.add(7);
            plain.add(4);
        });
        int sum = 0; for (int x : plain) { sum += x; }
        writer.start();
        for (Box box = null; box == null; ) {
            Iterable<Box> boxes = map.values();
            for (Box found : boxes) {
                box = found;
                sum += box.x;
            }
        }
        while (!set.contains(7)) {
            Thread.onSpinWait();
        }
        int[] copy = Arrays.copyOf(cells, 4);
        System.arraycopy(copy, 0, cells, 4, 4);
        synchronized (safe) {
            for (int x : safe) {
                sum += x;
            }
        }
        writer.join();
        CountDownLatch latch = new CountDownLatch(5);
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
        timer.scheduleWithFixedDelay(() -> { runs++; latch.countDown(); }, 0, 1, TimeUnit.MILLISECONDS);
        latch.await();
        timer.shutdownNow();
        timer.awaitTermination(10, TimeUnit.SECONDS);
        System.out.println(sum + cells[4] + Math.min(runs, 5));
    }
}
