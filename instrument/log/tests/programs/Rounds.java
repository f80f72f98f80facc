// A thread adds to a balance within a lock of its own: another order has the new balance of the other thread between its
// read and its write.
// atomicity: 35 38 38
public class Rounds {
    static int balance = 10;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> deposit(new Object()), "other");
        other.start();
        Thread.sleep(300);
        set(7);
        other.join();
        System.out.println(balance);
    }

    static void deposit(Object own) {
        synchronized (own) {
            int now = get();
            set(now + 1);
        }
    }

    static int get() {
        synchronized (Rounds.class) {
            return value();
        }
    }

    static void set(int by) {
        synchronized (Rounds.class) {
            store(by);
        }
    }

    static int value() { return balance; }

    static void store(int by) {
        balance = by;
    }
}
