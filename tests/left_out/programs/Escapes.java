// Objects that look as if one thread had them to itself, and that two threads share.
// races: 10
import java.util.ArrayList;
import java.util.List;

public class Escapes {
    static final List<Thread> all = new ArrayList<>();

    /** Its array is the one of its maker. */
    static class Adder extends Thread {
        private final int[] cells;

        Adder(int[] cells) {
            this.cells = cells;
        }

        @Override
        public void run() {
            cells[0] = 7;
        }
    }

    /** Hands itself on before it is finished. */
    static class Early {
        static Early latest;
        int x;

        Early() {
            latest = this;
            for (int i = 0; i < 2; i++) {
                x = i;
            }
        }
    }

    /** Another thread reads its field while it runs. */
    static class Counter extends Thread {
        private int count;
        private int twice;

        @Override
        public void run() {
            count = 1;
            step();
        }

        void step() {
            twice = 2;
        }

        int get() {
            return count;
        }
    }

    /** Its array is made by the constructor, and written by others. */
    static class Table {
        final int[] cells = new int[3];
    }

    /** A lambda of its body runs on another thread. */
    static class Handing extends Thread {
        private int done;

        @Override
        public void run() {
            Thread helper = new Thread(() -> done = 2);
            helper.start();
            done = 1;
        }
    }

    /** What its body makes is known to all. */
    static class Giving extends Thread {
        static int[] given;
        private int[] own;

        @Override
        public void run() {
            own = new int[1];
            given = own;
            own[0] = 3;
        }
    }

    static int sum = 3;

    static void start(Thread thread) {
        all.add(thread);
        thread.start();
    }

    public static void main(String[] args) throws Exception {
        int[] cells = new int[2];
        start(new Adder(cells));
        cells[0] = 8;

        start(new Thread(Early::new));
        Thread.sleep(100);
        int seen = Early.latest.x;

        Counter counter = new Counter();
        start(counter);
        seen += counter.get();
        counter.step();

        Table table = new Table();
        start(new Thread(() -> table.cells[1] = 4));
        table.cells[1] = 5;

        start(new Handing());

        start(new Giving());
        Thread.sleep(100);
        Giving.given[0] = 4;

        start(new Thread(() -> sum = 4));
        seen += sum;

        for (Thread thread : all) {
            thread.join();
        }
        System.out.println(seen > 0);
    }
}
