package small;

import java.util.concurrent.LinkedTransferQueue;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        LinkedTransferQueue<Session> queue = new LinkedTransferQueue<>();
        Thread t = new Thread(() -> { try { queue.take().close(); } catch (InterruptedException e) { } });
        t.start();
        queue.transfer(s);
        t.join();
        s.send();
    }
}
