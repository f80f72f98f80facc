// Interrupted and timed waits, attempts on the read side, own locks, and an executor that is a task itself: no race.
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Waiting {
    static final Object object = new Object();
    static final ReentrantReadWriteLock pair = new ReentrantReadWriteLock();
    static int told, guarded, handed;

    static class Own extends ReentrantLock {
        static final long serialVersionUID = 1;

        @Override
        public boolean tryLock() {
            return super.tryLock();
        }

        @Override
        public void unlock() {
            super.unlock();
        }
    }

    static class Both implements Executor, Runnable {
        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void run() {
            execute(() -> handed++);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(() -> {
            synchronized (object) {
                try {
                    object.wait();
                } catch (InterruptedException e) {
                    told++;
                }
            }
        });
        waiter.start();
        Thread.sleep(100);
        told++;
        waiter.interrupt();
        waiter.join();
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        if (!condition.await(1, TimeUnit.MILLISECONDS) && condition.awaitNanos(1000) <= 0) {
            told++;
        }
        lock.unlock();
        pair.writeLock().lock();
        Thread reader = new Thread(() -> {
            if (!pair.readLock().tryLock()) {
                pair.readLock().lock();
            }
            guarded++;
            pair.readLock().unlock();
        });
        reader.start();
        Thread.sleep(100);
        guarded++;
        pair.writeLock().unlock();
        reader.join();
        Own own = new Own();
        Runnable guard = () -> {
            while (!own.tryLock()) {
                Thread.onSpinWait();
            }
            guarded++;
            own.unlock();
        };
        Thread other = new Thread(guard);
        other.start();
        guard.run();
        other.join();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Both both = new Both();
        handed = 1;
        pool.submit(both).get();
        handed++;
        pool.shutdown();
        pool.awaitTermination(10, TimeUnit.SECONDS);
        System.out.println(told > 0 ? guarded + handed : -1);
    }
}
