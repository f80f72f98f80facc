/** A thread is started once. */
class ThreadStartedOnce {
    static void violates() {
        Thread worker = new Thread(() -> { });
        worker.start();
        worker.start();
    }

    static void conforms() {
        new Thread(() -> { }).start();
        new Thread(() -> { }).start();
    }
}
