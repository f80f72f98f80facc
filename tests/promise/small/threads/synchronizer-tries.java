package small;

import java.util.concurrent.locks.AbstractQueuedSynchronizer;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new AbstractQueuedSynchronizer() {
            protected boolean tryAcquire(int n) { s.close(); return true; }
        }.acquire(1);
        s.send();
    }
}
