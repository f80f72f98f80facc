// The object of a write does not depend on what was read before it if it is `this`, so `sum` races though the run has
// the writes in an order by `flag`. The lock in a final field does depend on what the constructor has read: `under` and
// `below` do not race, since a thread that takes the other lock has read `chosen` or `picked` behind the write.
// race: 46 58
// race: 45 59
// race: 21 56
// race: 32 57
public class Fixed extends Thread {
    static final Object FIRST = new Object();
    static Object chosen = FIRST;
    static Object picked = FIRST;
    static int under;
    static int below;
    static int flag;
    int sum;

    static class Holder {
        final Object lock;

        Holder() {
            lock = chosen;
        }

        void act() {
            synchronized (lock) {
                under = 2;
            }
        }
    }

    static class Late {
        static final Object LOCK = picked;

        static void act() {
            synchronized (LOCK) {
                below = 2;
            }
        }
    }

    @Override
    public void run() {
        new Holder().act();
        Late.act();
        int read = flag;
        sum = read;
    }

    public static void main(String[] args) throws Exception {
        Fixed other = new Fixed();
        other.start();
        synchronized (FIRST) {
            under = 1;
            below = 1;
        }
        chosen = new Object();
        picked = new Object();
        other.sum = 7;
        flag = 1;
        other.join();
        System.out.println("end");
    }
}
