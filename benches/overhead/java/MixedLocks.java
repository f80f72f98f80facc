/**
 * Two threads count in one field, each round under one of two locks: {@code java MixedLocks ROUNDS}. Once in 100 rounds it
 * is the other lock, so that some pairs of rounds have no lock in common.
 */
public class MixedLocks {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static int x;

    public static void main(String[] arguments) throws InterruptedException {
        int rounds = Integer.parseInt(arguments[0]);
        Thread other = new Thread(() -> count(rounds));
        other.start();
        count(rounds);
        other.join();
    }

    static void count(int rounds) {
        for (int i = 0; i < rounds; i++) {
            synchronized (i % 100 == 99 ? RIGHT : LEFT) {
                x++;
            }
        }
    }
}
