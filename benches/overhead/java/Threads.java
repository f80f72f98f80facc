import java.util.ArrayList;
import java.util.List;

/**
 * Threads that raise events: on objects of their own, on shared ones of which each locks one at a time, and on shared ones that
 * all touch as it comes. What must be reported is known.
 */
public class Threads {
    /** How many touches lead an automaton back to where it was. */
    static final int CYCLE = 7;
    private static final int SHARED = 64;

    static final class Cell {
        void open() {}

        void close() {}

        void touch() {}

        void check() {}
    }

    private static final Cell[] LOCKED = cells();
    private static final Cell[] TOUCHED = cells();

    private static Cell[] cells() {
        Cell[] cells = new Cell[SHARED];
        for (int i = 0; i < SHARED; i++) {
            cells[i] = new Cell();
        }
        return cells;
    }

    /** {@code own|mixed}, the number of threads besides the main one (0 for that alone), and of events in all. */
    public static void main(String[] arguments) throws Exception {
        boolean mixed = arguments[0].equals("mixed");
        int threads = Integer.parseInt(arguments[1]);
        long events = Long.parseLong(arguments[2]) / Math.max(threads, 1);
        if (threads > 0) {
            new Cell().check();
        }
        List<Thread> running = new ArrayList<>();
        long begun = System.nanoTime();
        for (int n = 0; n < threads; n++) {
            int number = n;
            Thread thread = new Thread(() -> work(mixed, number, events));
            thread.start();
            running.add(thread);
        }
        if (threads == 0) {
            work(mixed, 0, events);
        }
        for (Thread thread : running) {
            thread.join();
        }
        long took = System.nanoTime() - begun;
        int expected = 0;
        if (mixed) {
            for (int i = 0; i < SHARED; i++) {
                if (i % 4 == 0) {
                    TOUCHED[i].touch();
                    expected++;
                }
                TOUCHED[i].check();
            }
            expected += Math.max(threads, 1);
        }
        System.out.println(took / 1_000_000 + " " + expected);
    }

    private static void work(boolean mixed, int number, long events) {
        if (!mixed) {
            own(events);
            return;
        }
        // An event that must be reported, among all the others.
        new Cell().close();
        long rounds = events / (100 + 2 * SHARED + CYCLE * SHARED);
        for (long round = 0; round < rounds; round++) {
            own(100);
            for (int i = 0; i < SHARED; i++) {
                Cell locked = LOCKED[(i * 5 + number) % SHARED];
                synchronized (locked) {
                    locked.open();
                    locked.close();
                }
                for (int n = 0; n < CYCLE; n++) {
                    TOUCHED[(i + n) % SHARED].touch();
                }
            }
        }
    }

    private static void own(long events) {
        for (long n = 0; n < events; n += 100) {
            Cell cell = new Cell();
            for (int i = 0; i < 50; i++) {
                cell.open();
                cell.close();
            }
        }
    }
}
