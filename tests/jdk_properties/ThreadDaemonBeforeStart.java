/** A thread is made a daemon before it starts. */
class ThreadDaemonBeforeStart {
    static void violates() {
        Thread worker = new Thread(() -> { });
        worker.start();
        worker.setDaemon(true);
    }

    static void conforms() {
        Thread worker = new Thread(() -> { });
        worker.setDaemon(true);
        worker.start();
    }
}
