package small;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        CountDownLatch done = new CountDownLatch(1);
        Timer timer = new Timer();
        timer.schedule(new TimerTask() { public void run() { s.close(); done.countDown(); } }, 1);
        done.await();
        timer.cancel();
        s.send();
    }
}
