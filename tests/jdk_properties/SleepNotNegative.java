/** A thread sleeps for a time that is not negative. */
class SleepNotNegative {
    static void violates() throws InterruptedException {
        Thread.sleep(-1);
    }

    static void conforms() throws InterruptedException {
        Thread.sleep(0);
    }
}
