import java.util.Random;

/** A random number is below a bound above zero. */
class RandomBoundPositive {
    static void violates() {
        new Random(1).nextInt(0);
    }

    static void conforms() {
        new Random(1).nextInt(2);
    }
}
