// A transaction of the first thread reads before it starts another one, and writes after that.
// atomicity: 11 12 15
public class Spanning {
    static final Object lock = new Object();
    static int balance = 1;

    public static void main(String[] args) throws Exception {
        int sum = 0;
        Thread other = new Thread(() -> set(7));
        synchronized (lock) {
            int old = balance; other.start(); other.join();
            balance = old + 1;
        }
    }
    static void set(int to) { balance = to; }
}
