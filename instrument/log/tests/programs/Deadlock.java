// Two locks in both orders, one thread after the other: no deadlock happens in this run.
// deadlock: 14 29
public class Deadlock {
    static final Object left = new Object();
    static final Object right = new Object();
    static volatile boolean isDone;
    static int x;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Deadlock::other);
        other.start();
        Thread.sleep(1500);
        synchronized (right) {
            synchronized (left) {
                x++;
            }
        }
        other.join();
        System.out.println(x);
    }

    static void other() {
        synchronized (left) {
            nested();
        }
    }

    static void nested() {
        synchronized (right) {
            x++;
        }
    }
}
