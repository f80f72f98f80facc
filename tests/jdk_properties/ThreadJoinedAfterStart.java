/** A thread is waited for after it has been started. */
class ThreadJoinedAfterStart {
    static void violates() throws InterruptedException {
        new Thread(() -> { }).join();
    }

    static void conforms() throws InterruptedException {
        Thread worker = new Thread(() -> { });
        worker.start();
        worker.join();
    }
}
