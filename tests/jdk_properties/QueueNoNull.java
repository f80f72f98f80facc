import java.util.ArrayDeque;

/** Queues that use null for there being nothing do not take it. */
class QueueNoNull {
    static void violates() {
        new ArrayDeque<String>().add(null);
    }

    static void conforms() {
        new ArrayDeque<String>().add("a");
    }
}
