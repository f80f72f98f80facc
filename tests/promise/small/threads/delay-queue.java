package small;

import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        DelayQueue<Late> queue = new DelayQueue<>();
        queue.put(new Late(s));
        queue.take();
        s.send();
    }
}

record Late(Session s) implements Delayed {
    public long getDelay(TimeUnit unit) { s.close(); return 0; }
    public int compareTo(Delayed other) { return 0; }
}
