// Virtual threads, started in all ways: one field races, others do not.
// race: 12 12
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Virtual {
    static int before, after, raced;

    static int work(int x) {
        raced = x;
        return x + before;
    }

    public static void main(String[] args) throws Exception {
        before = 1;
        int[] results = new int[103];
        Thread a = Thread.startVirtualThread(() -> results[100] = work(1));
        Thread b = Thread.ofVirtual().start(() -> results[101] = work(2));
        Thread c = Thread.ofVirtual().unstarted(() -> results[102] = work(3));
        c.start();
        a.join();
        b.join();
        c.join();
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                int at = i;
                futures.add(pool.submit(() -> { results[at] = before; }));
            }
            for (Future<?> f : futures) {
                f.get();
            }
            pool.submit(() -> { after = before; });
        }
        int sum = after;
        for (int r : results) {
            sum += r;
        }
        System.out.println(sum);
    }
}
