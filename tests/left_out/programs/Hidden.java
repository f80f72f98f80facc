// Ways to another thread that a quick look does not see.
// races: 13
import java.util.ArrayList;
import java.util.List;

public class Hidden {
    static final List<Thread> all = new ArrayList<>();

    static void start(Runnable body) {
        Thread thread = new Thread(body);
        all.add(thread);
        thread.start();
    }

    static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    /** A lambda of its body, which another thread runs. */
    static class Lending implements Runnable {
        static volatile Runnable lent;
        private int count;

        @Override
        public void run() {
            lent = () -> count = 2;
            pause(100);
            count = 3;
        }
    }

    static class Box {
        int value;
    }

    /** A copy of it has the same box, and runs on another thread. */
    static class Copied implements Runnable, Cloneable {
        private Box box;
        private boolean isCopied;

        @Override
        public void run() {
            if (box == null) {
                box = new Box();
            }
            if (!isCopied) {
                isCopied = true;
                try {
                    start((Copied) clone());
                } catch (CloneNotSupportedException impossible) {
                    throw new AssertionError(impossible);
                }
            }
            pause(100);
            box.value = 4;
        }
    }

    /** Its constructor writes to the array of another one. */
    static class Other {
        final int[] cells;

        Other(Other other) {
            cells = new int[1];
            cells[0] = 1;
            if (other != null) {
                other.cells[0] = 7;
            }
        }
    }

    /** A method that its constructor calls makes the array known. */
    static class Showing {
        static int[] shown;
        private final int[] cells;

        Showing() {
            cells = new int[1];
            show();
            pause(200);
            cells[0] = 5;
        }

        private void show() {
            shown = cells;
        }
    }

    /** Another class makes its array known, while its initializer runs. */
    static class Initialized {
        static final int[] cells = new int[1];

        static {
            Publishing.publish();
            pause(200);
            cells[0] = 6;
        }

        static void use() {}
    }

    static class Publishing {
        static int[] published;

        static void publish() {
            published = Initialized.cells;
        }
    }

    /** The constructor of the library calls its method. */
    static class Filled extends RuntimeException {
        static Filled latest;
        int value;

        Filled() {
            super("filled");
            pause(200);
            value = 1;
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            latest = this;
            return this;
        }
    }

    /** Its constructor throws it, and catches it. */
    static class Thrown extends RuntimeException {
        static Thrown latest;
        int value;

        Thrown() {
            try {
                throw this;
            } catch (Thrown thrown) {
                latest = thrown;
            }
            pause(200);
            value = 1;
        }
    }

    /** Takes an array from another one, and writes to it. */
    static class Taking {
        int[] cells;

        Taking(Taking other) {
            cells = other == null ? new int[1] : other.cells;
            cells[0] = 8;
        }
    }

    public static void main(String[] args) throws Exception {
        start(new Lending());
        pause(50);
        start(() -> Lending.lent.run());
        start(new Copied());
        Other other = new Other(null);
        start(() -> new Other(other));
        int seen = other.cells[0];
        Taking taking = new Taking(null);
        start(() -> new Taking(taking));
        seen += taking.cells[0];
        start(Showing::new);
        start(Initialized::use);
        start(Filled::new);
        start(Thrown::new);
        pause(100);
        seen += Showing.shown[0] + Publishing.published[0] + Filled.latest.value;
        seen += Thrown.latest.value;
        for (Thread thread : new ArrayList<>(all)) {
            thread.join();
        }
        System.out.println(seen >= 0);
    }
}
