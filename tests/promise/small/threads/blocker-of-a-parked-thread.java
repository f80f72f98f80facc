package small;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        CountDownLatch go = new CountDownLatch(1);
        Thread t = new Thread(() -> { go.countDown(); LockSupport.park(s); });
        t.start();
        go.await();
        Object blocker;
        while ((blocker = LockSupport.getBlocker(t)) == null) Thread.onSpinWait();
        ((Session) blocker).close();
        LockSupport.unpark(t);
        t.join();
        s.send();
    }
}
