package residua.runtime;

/**
 * A calling object on its way to a woven method that has no room for one more argument. It is left right before the call and
 * taken at the beginning of the method, so that each thread has one at a time.
 */
public final class CallerSlot {
    private static final ThreadLocal<Object> LEFT = new ThreadLocal<Object>();

    private CallerSlot() {}

    /**
     * Leaves an object.
     *
     * @param caller the object
     */
    public static void leave(Object caller) {
        LEFT.set(caller);
    }

    /**
     * Takes what was left.
     *
     * @return the object
     */
    public static Object take() {
        Object caller = LEFT.get();
        LEFT.remove();
        return caller;
    }
}
