// A task sees all that comes before its submission, and a thread that waits for it sees the task. Two tasks race.
// race: 27 27
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class Executors1 {
    static int before;
    static int raced;
    static int after;

    static class Task implements Callable<Integer> {
        int input;
        int output;

        Task(int input) {
            this.input = input;
        }

        @Override
        public Integer call() {
            output = input + before;
            raced = input;
            return output;
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        before = 1;
        List<Task> tasks = new ArrayList<>();
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Task task = new Task(i);
            tasks.add(task);
            futures.add(pool.submit(task));
        }
        int sum = 0;
        for (int i = 0; i < 2; i++) {
            sum += futures.get(i).get() + tasks.get(i).output;
        }
        before = 2;
        pool.submit(() -> { after = before; }).get();
        sum += after;
        int[] last = new int[1];
        pool.execute(() -> last[0] = 5);
        List<Callable<Integer>> calls = List.of(() -> { after++; return after; });
        for (Future<Integer> f : pool.invokeAll(calls)) {
            sum += f.get();
        }
        pool.shutdown();
        pool.awaitTermination(10, TimeUnit.SECONDS);
        System.out.println(sum + last[0] + after);
    }
}
