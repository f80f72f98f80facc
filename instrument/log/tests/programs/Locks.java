// Locks of java.util.concurrent with their conditions: no race.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Locks {
    static final Lock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();
    static final ReentrantReadWriteLock pair = new ReentrantReadWriteLock();
    static int turn;
    static int shared;

    static void play(int me) {
        for (int i = 0; i < 5; i++) {
            lock.lock();
            try {
                while (turn != me) {
                    changed.await();
                }
                turn = 1 - me;
                changed.signalAll();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                lock.unlock();
            }
            pair.readLock().lock();
            int seen = shared;
            pair.readLock().unlock();
            pair.writeLock().lock();
            shared = Math.max(shared, seen) + 1;
            pair.writeLock().unlock();
            try {
                if (lock.tryLock(5, TimeUnit.SECONDS)) {
                    try {
                        turn += 0;
                    } finally {
                        lock.unlock();
                    }
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> play(0)), b = new Thread(() -> play(1));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(turn);
    }
}
