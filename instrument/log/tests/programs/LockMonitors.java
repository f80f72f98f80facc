// A lock is an object, and its monitor is another lock: two threads may have one each.
// race: 20 39
// race: 27 45
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LockMonitors {
    static final ReentrantLock lock = new ReentrantLock();
    static final ReentrantReadWriteLock pair = new ReentrantReadWriteLock();
    static int x;
    static int y;
    static boolean isReady;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LockMonitors::other);
        Thread third = new Thread(LockMonitors::third);
        other.start();
        lock.lock();
        try {
            x = 1;
        } finally {
            lock.unlock();
        }
        other.join();
        third.start();
        pair.writeLock().lock();
        y = 1;
        pair.writeLock().unlock();
        synchronized (pair) {
            isReady = true;
            pair.notifyAll();
        }
        third.join();
        System.out.println("done");
    }

    static void other() {
        synchronized (lock) {
            x = 2;
        }
    }

    static void third() {
        synchronized (pair) {
            y = 2;
            try {
                while (!isReady) {
                    pair.wait();
                }
            } catch (InterruptedException interrupted) {
                return;
            }
        }
    }
}
