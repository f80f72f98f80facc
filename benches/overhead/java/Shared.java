/** Two threads count in one field, without a lock: {@code java Shared ROUNDS}. */
public class Shared {
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
            x++;
        }
    }
}
