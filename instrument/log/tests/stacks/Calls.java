import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/** Each call of {@code mark} writes a number, and prints it with the methods of the program that are open. */
public class Calls {
    static volatile int marks;

    static synchronized void mark() {
        int number = marks + 1;
        marks = number;
        StackWalker walker = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
        List<String> frames = walker.walk(stack -> stack
                .filter(frame -> frame.getDeclaringClass().getClassLoader() == Calls.class.getClassLoader())
                .filter(frame -> !frame.getClassName().startsWith("residua."))
                .filter(frame -> !frame.getMethodName().contains("residua$"))
                .map(frame -> frame.getClassName() + "." + frame.getMethodName() + " " + frame.getLineNumber())
                .collect(Collectors.toList()));
        System.out.println(number + " " + String.join(" < ", frames.subList(1, frames.size())));
    }

    interface Step {
        void go(int depth);
    }

    static class Plain implements Step {
        public void go(int depth) {
            mark();
        }
    }

    static class Throwing implements Step {
        public void go(int depth) {
            new Plain().go(0);
            throw new IllegalStateException();
        }
    }

    static class Passing implements Step {
        final Step next;

        Passing(Step next) {
            this.next = next;
            mark();
        }

        public void go(int depth) {
            next.go(depth - 1);
        }
    }

    static void catching(Step step) {
        try {
            step.go(1);
        } catch (IllegalStateException caught) {
            mark();
        }
        mark();
    }

    static void cleaning(Step step) {
        try {
            step.go(1);
        } finally {
            mark();
        }
    }

    static void own() {
        try {
            Object nothing = marks < 0 ? "" : null;
            nothing.hashCode();
        } catch (NullPointerException caught) {
            mark();
        }
    }

    static synchronized void locked(Step step) {
        step.go(1);
    }

    static void deep(int left) {
        try {
            if (left == 0) {
                throw new IllegalStateException();
            }
            deeper(left);
        } catch (IllegalStateException caught) {
            mark();
            if (left == 2) {
                throw caught;
            }
        }
    }

    static void deeper(int left) {
        deep(left - 1);
        mark();
    }

    static int factorial(int number) {
        if (number == 0) {
            mark();
            return 1;
        }
        int result = number * factorial(number - 1);
        mark();
        return result;
    }

    final int cell;

    Calls(int cell) {
        this.cell = cell;
        try {
            catching(new Throwing());
            cleaning(new Throwing());
        } catch (IllegalStateException caught) {
            mark();
        }
    }

    static int more() {
        mark();
        return 3;
    }

    static class Below extends Calls {
        Below() {
            super(more());
            mark();
        }

        @Override
        public String toString() {
            mark();
            return "below";
        }
    }

    public static void main(String[] args) throws Exception {
        mark();
        new Plain().go(0);
        catching(new Plain());
        catching(new Throwing());
        catching(new Passing(new Throwing()));
        own();
        new Passing(depth -> own()).go(2);
        try {
            cleaning(new Passing(new Throwing()));
        } catch (IllegalStateException caught) {
            mark();
        }
        try {
            locked(new Throwing());
        } catch (IllegalStateException caught) {
            mark();
        }
        deep(3);
        factorial(3);
        Arrays.asList(1, 2).forEach(number -> mark());
        List<Integer> numbers = new ArrayList<>(Arrays.asList(2, 1));
        numbers.sort(new Comparator<Integer>() {
            @Override
            public int compare(Integer one, Integer other) {
                mark();
                return one - other;
            }
        });
        System.out.println("text " + new Below());
        Thread thread = new Thread(() -> catching(new Throwing()));
        thread.start();
        thread.join();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        for (int i = 0; i < 2; i++) {
            Future<?> task = pool.submit(() -> new Throwing().go(0));
            try {
                task.get();
            } catch (java.util.concurrent.ExecutionException failed) {
                mark();
            }
        }
        pool.shutdown();
        mark();
    }
}
