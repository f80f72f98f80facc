// Threads that a pool gets from a factory of the program: they do nothing before they are made.
// race: 17 36
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Factories {
    static int before;
    static int late;

    static class Worker extends Thread {
        Worker(Runnable body) {
            super(body);
        }

        @Override
        public void run() {
            late = 1;
            before = 1;
            super.run();
        }
    }

    static Thread worker(Runnable body) {
        before = 3;
        Thread worker = new Worker(body);
        return worker;
    }

    public static void main(String[] args) throws Exception {
        before = 2;
        ExecutorService pool = Executors.newFixedThreadPool(1, Factories::worker);
        Runnable task = new Runnable() {
            public void run() {}
        };
        pool.execute(task);
        late = 2;
        pool.shutdown();
        while (!pool.awaitTermination(1, java.util.concurrent.TimeUnit.SECONDS)) {}
        System.out.println(before);
    }
}
