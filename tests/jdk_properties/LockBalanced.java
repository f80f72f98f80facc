import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A lock is not released more often than it is taken. */
class LockBalanced {
    static void violates() {
        new ReentrantLock().unlock();
    }

    static void conforms() {
        Lock lock = new ReentrantLock();
        lock.lock();
        if (lock.tryLock()) {
            lock.unlock();
        }
        lock.unlock();
    }
}
