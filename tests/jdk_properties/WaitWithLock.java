/** Waiting and waking is done with the object's lock held. */
class WaitWithLock {
    static void violates() {
        new Object().notify();
    }

    static void conforms() {
        Object lock = new Object();
        synchronized (lock) {
            lock.notify();
        }
    }
}
