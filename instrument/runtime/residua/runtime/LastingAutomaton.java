package residua.runtime;

/** An automaton that finalizers may still move when weak references to its object have been cleared. */
public abstract class LastingAutomaton extends Automaton {
    /** Null for the iterator of a loop, which the loop alone knows. */
    private final Lasting lasting;
    private final int hash;

    /**
     * In the initial states.
     *
     * @param object what it is made for
     */
    protected LastingAutomaton(Object object) {
        super(object);
        lasting = object instanceof LoopIterator ? null : new Lasting(object);
        hash = System.identityHashCode(object);
    }

    @Override
    final int hash() {
        return hash;
    }

    @Override
    final boolean isHeld(Object object) {
        return lasting != null && System.identityHashCode(object) == hash && lasting.isOf(object);
    }

    @Override
    final boolean isLetGo() {
        return lasting == null || lasting.isGone();
    }
}
