import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

class Main {
    static final CountDownLatch DONE = new CountDownLatch(1);

    public static void main(String[] args) throws Exception {
        Timer timer = new Timer(true);
        timer.schedule(new Task(), 1);
        DONE.await();
        timer.cancel();
    }
}

class Task extends TimerTask {
    public void run() { //~ called by <outside>
        Main.DONE.countDown();
    }

    public boolean cancel() { //~ not called by <outside>
        return true;
    }
}
