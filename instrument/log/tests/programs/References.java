// Method references to methods of the JDK order threads as calls of them do: there is no race.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

public class References {
    interface Action {
        void run() throws InterruptedException;
    }

    interface Taking {
        String take() throws InterruptedException;
    }

    static final Lock lock = new ReentrantLock();
    static final BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
    static int inLock;
    static int beforeStart;
    static int beforeEnd;
    static int beforePut;
    static int beforeLatch;

    public static void main(String[] args) throws Exception {
        List<Thread> threads = new ArrayList<>();
        beforeStart = 1;
        for (int i = 0; i < 2; i++) {
            int number = i;
            threads.add(new Thread(() -> body(number)));
        }
        CountDownLatch latch = new CountDownLatch(1);
        threads.add(new Thread(latch::countDown));
        beforeLatch = 1;
        threads.forEach(Thread::start);
        Taking take = queue::take;
        take.take();
        int seen = beforePut;
        guarded();
        Action waiting = latch::await;
        waiting.run();
        for (Thread thread : threads) {
            Action joining = thread::join;
            joining.run();
        }
        Function<Thread, Boolean> alive = Thread::isAlive;
        System.out.println(seen + beforeEnd + inLock + " " + alive.apply(threads.get(0)));
    }

    static void body(int number) {
        int seen = beforeStart;
        guarded();
        if (number == 0) {
            beforePut = 2;
            Consumer<String> put = queue::add;
            put.accept("go");
            beforeEnd = seen;
        }
    }

    static void guarded() {
        Runnable locking = lock::lock;
        Runnable unlocking = lock::unlock;
        locking.run();
        inLock++;
        unlocking.run();
    }
}
