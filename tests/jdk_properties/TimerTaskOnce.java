import java.util.Timer;
import java.util.TimerTask;

/** A task is scheduled once. */
class TimerTaskOnce {
    static void violates() {
        Timer timer = new Timer(true);
        TimerTask task = new TimerTask() { @Override public void run() { } };
        timer.schedule(task, 1);
        timer.schedule(task, 1);
    }

    static void conforms() {
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() { @Override public void run() { } }, 1);
        timer.cancel();
    }
}
