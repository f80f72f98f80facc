import java.util.ArrayDeque;
import java.util.Deque;

/** Nothing is taken from a deque that has just been found empty. */
class DequeNotEmpty {
    static void violates() {
        Deque<String> stack = new ArrayDeque<>();
        if (stack.isEmpty()) {
            stack.pop();
        }
    }

    static void conforms() {
        Deque<String> stack = new ArrayDeque<>();
        if (stack.isEmpty()) {
            stack.push("a");
        }
        stack.pop();
    }
}
