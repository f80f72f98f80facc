// Tasks that fork and join, and timers: no race.
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class ForkJoin {
    static class Sum extends RecursiveTask<Integer> {
        static final long serialVersionUID = 1;
        final int[] cells;
        final int from, to;
        int result;

        Sum(int[] cells, int from, int to) {
            this.cells = cells;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 3) {
                for (int i = from; i < to; i++) {
                    result += cells[i]++;
                }
                return result;
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(cells, from, middle), right = new Sum(cells, middle, to);
            left.fork();
            right.compute();
            left.join();
            result = left.result + right.result;
            return result;
        }
    }

    static int timed;

    public static void main(String[] args) throws Exception {
        int[] cells = new int[16];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = i;
        }
        int sum = new ForkJoinPool(2).invoke(new Sum(cells, 0, cells.length)) + cells[3];
        Timer timer = new Timer(true);
        CountDownLatch latch = new CountDownLatch(1);
        timed = 1;
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                timed++;
                latch.countDown();
            }
        }, 1);
        latch.await();
        System.out.println(sum + timed);
    }
}
