package small;

import java.util.concurrent.CountDownLatch;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Final.latch = new CountDownLatch(1);
        Final.s = s;
        new Final();
        while (Final.latch.getCount() > 0) { System.gc(); Thread.sleep(5); }
        s.send();
    }
}

class Final {
    static CountDownLatch latch;
    static Session s;
    protected void finalize() { s.close(); latch.countDown(); }
}
