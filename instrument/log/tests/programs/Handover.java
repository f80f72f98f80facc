// Threads wait for each other on a monitor, a condition, a queue and a semaphore before they race: a replay has to
// lead them through all of it.
// race: 33 42
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class Handover {
    static final Object monitor = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition isReady = lock.newCondition();
    static final BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
    static final Semaphore permits = new Semaphore(0);
    static boolean isOpen;
    static boolean isSet;
    static int x;

    public static void main(String[] args) throws Exception {
        Thread first = new Thread(Handover::first, "first");
        Thread second = new Thread(Handover::second, "second");
        first.start();
        Thread.sleep(200);
        second.start();
        first.join();
        second.join();
        System.out.println(isOpen + " " + isSet);
    }

    static void first() {
        receive();
        x = 1;
    }

    static void second() {
        give();
        boolean isHeld = lock.tryLock();
        if (isHeld) {
            lock.unlock();
        }
        x = 2;
    }

    static void receive() {
        try {
            synchronized (monitor) {
                while (!isOpen) {
                    monitor.wait();
                }
            }
            lock.lock();
            try {
                while (!isSet) {
                    isReady.await();
                }
            } finally {
                lock.unlock();
            }
            queue.take();
            permits.acquire();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    static void give() {
        try {
            synchronized (monitor) {
                isOpen = true;
                monitor.notifyAll();
            }
            Thread.sleep(200);
            lock.lock();
            isSet = true;
            isReady.signal();
            lock.unlock();
            Thread.sleep(200);
            queue.put("go");
            permits.release();
            Thread.sleep(200);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
