/** The priority of a thread is one that there is. */
class PriorityInRange {
    static void violates() {
        new Thread(() -> { }).setPriority(0);
    }

    static void conforms() {
        new Thread(() -> { }).setPriority(Thread.NORM_PRIORITY);
    }
}
