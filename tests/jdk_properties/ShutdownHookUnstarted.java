/** A thread that waits for the end of the program is not started by anyone else. */
class ShutdownHookUnstarted {
    static void violates() {
        Thread last = new Thread(() -> { });
        Runtime.getRuntime().addShutdownHook(last);
        last.start();
    }

    static void conforms() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { }));
    }
}
