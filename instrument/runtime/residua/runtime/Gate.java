package residua.runtime;

/**
 * The lock under which all monitor code runs, and what the thread that holds it is doing.
 *
 * <p>A notification takes the lock, gives up when this thread runs monitor code already (monitor code raises no events),
 * and holds it until all monitors have seen the event. The lock is a plain monitor, entered and left by the blocks of
 * generated methods: an error in between, a stack overflow included, cannot leave it locked.
 */
public final class Gate {
    /** The lock. */
    public static final Object LOCK = new Object();

    /** The thread that runs monitor code; null when none does. Guarded by {@link #LOCK}, read without it at the end. */
    static volatile Thread owner;

    /** Where the event being handled occurred, {@code FILE:LINE}. Guarded by {@link #LOCK}. */
    static String at = "";

    private Gate() {}

    /**
     * Begins to run monitor code; to be called with the lock held.
     *
     * @param site where the event occurred, {@code FILE:LINE}
     * @return false if this thread runs monitor code already, and nothing has begun
     */
    public static boolean open(String site) {
        if (owner != null) {
            return false;
        }
        owner = Thread.currentThread();
        at = site;
        return true;
    }

    /** Ends to run monitor code; to be called with the lock held, after {@link #open} returned true. */
    public static void close() {
        owner = null;
    }
}
