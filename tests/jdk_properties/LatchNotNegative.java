import java.util.concurrent.CountDownLatch;

/** A latch, and a barrier, is made for a number that makes sense. */
class LatchNotNegative {
    static void violates() {
        new CountDownLatch(-1);
    }

    static void conforms() {
        new CountDownLatch(0);
    }
}
