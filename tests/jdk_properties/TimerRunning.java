import java.util.Timer;
import java.util.TimerTask;

/** Nothing is scheduled on a timer that has been cancelled. */
class TimerRunning {
    static void violates() {
        Timer timer = new Timer(true);
        timer.cancel();
        timer.schedule(new TimerTask() { @Override public void run() { } }, 1);
    }

    static void conforms() {
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() { @Override public void run() { } }, 1);
        timer.cancel();
    }
}
