package small;

import java.util.concurrent.SynchronousQueue;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        SynchronousQueue<Session> queue = new SynchronousQueue<>();
        Thread t = new Thread(() -> { try { queue.take().close(); } catch (InterruptedException e) { } });
        t.start();
        queue.put(s);
        t.join();
        s.send();
    }
}
