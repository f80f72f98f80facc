// Locks and semaphores say whether another thread has them. Nothing here is an error: the two threads never ask
// for the lock of the other one, and what one does if it gets no permit, comes behind what the other does before.
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

public class Queries {
    static final ReentrantLock left = new ReentrantLock();
    static final ReentrantLock right = new ReentrantLock();
    static final Semaphore permit = new Semaphore(1);
    static int x;
    static int y;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Queries::other);
        other.start();
        other.join();
        Thread taker = new Thread(Queries::take);
        taker.start();
        Thread.sleep(500);
        both(left, right);
        if (!permit.tryAcquire()) {
            y = 1;
        }
        System.out.println(x);
        taker.join();
    }

    static void other() {
        both(right, left);
    }

    static void take() {
        y = 2;
        permit.acquireUninterruptibly();
        both(right, left);
    }

    static void both(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            if (second.isLocked()) {
                return;
            }
            second.lock();
            x++;
            second.unlock();
        } finally {
            first.unlock();
        }
    }
}
