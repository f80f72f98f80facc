/**
 * Two threads count in one field: {@code java Counting ROUNDS}. With {@code locks} behind it, each round is under one of two
 * locks. Once in 100 rounds it is the other one, so that some pairs of rounds have no lock in common.
 */
public class Counting {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static int x;

    public static void main(String[] arguments) throws InterruptedException {
        int rounds = Integer.parseInt(arguments[0]);
        Runnable work = arguments.length > 1 ? () -> countWithLocks(rounds) : () -> count(rounds);
        Thread other = new Thread(work);
        other.start();
        work.run();
        other.join();
    }

    static void count(int rounds) {
        for (int i = 0; i < rounds; i++) {
            x++;
        }
    }

    static void countWithLocks(int rounds) {
        for (int i = 0; i < rounds; i++) {
            synchronized (i % 100 == 99 ? RIGHT : LEFT) {
                x++;
            }
        }
    }
}
