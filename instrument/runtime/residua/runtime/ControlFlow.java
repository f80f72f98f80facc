package residua.runtime;

/** How many join points of a control flow are under way, for each thread. */
public final class ControlFlow {
    private final ThreadLocal<int[]> depth = new ThreadLocal<int[]>() {
        @Override
        protected int[] initialValue() {
            return new int[1];
        }
    };

    /** A join point begins in this thread. */
    public void begin() {
        depth.get()[0]++;
    }

    /** A join point that this thread has begun has ended. */
    public void end() {
        depth.get()[0]--;
    }

    /** Whether this thread is in the course of a join point. */
    public boolean isActive() {
        return depth.get()[0] > 0;
    }
}
