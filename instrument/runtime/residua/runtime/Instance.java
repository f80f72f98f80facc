package residua.runtime;

/**
 * One instance of a context: generated subclasses hold the variables, the states of the context's properties, and the
 * tables of inner contexts.
 */
public abstract class Instance {
    private static final Table[] NO_TABLES = {};
    private static final Clock[] NO_CLOCKS = {};

    Table table;
    Tuple keys;
    /** How many instances the table had made before. */
    long number;
    /** Neighbours in the table's order of creation. */
    Instance before;
    Instance after;

    private boolean released;
    private Table[] inner = NO_TABLES;
    private Clock[] clocks = NO_CLOCKS;

    /** The instance that this one lies in; null for the global one. */
    protected abstract Instance enclosingInstance();

    /** Gives variables their initial values, starts clocks and runs the entry code of initial states. */
    protected abstract void beginInstance();

    /** Takes over variables, states and the age of clocks of an instance of the same context. */
    protected abstract void copyInstance(Instance other);

    /** Whether no event at all could make a report or run an action here any more. */
    protected abstract boolean isInstanceFinished();

    /**
     * Whether the state of some property has a transition on the events of a delivery.
     *
     * @param delivery number of the delivery
     */
    protected boolean instanceHears(int delivery) {
        return true;
    }

    /** Whether events that do not bind the parameter could make a report or run an action here. */
    protected abstract boolean instanceMattersWithout(int parameter);

    /**
     * A clock has reached an age.
     *
     * @param clock number of the clock in its context
     * @param timeout number of the timeout at that clock; -1 for one registered by an action
     */
    protected abstract void onTimeout(int clock, int timeout);

    /** Names the tables of inner contexts; called once. */
    protected final void holdInner(Table... tables) {
        inner = tables;
    }

    /** Names the clocks; called once. */
    protected final void holdClocks(Clock... own) {
        clocks = own;
    }

    /** The object in the place of a parameter; null where it is unbound. */
    public final Object keyAt(int parameter) {
        Key key = keys.keys[parameter];
        return key == null ? null : key.object();
    }

    /** Whether the instance has been released, so that no event reaches it any more. */
    public final boolean isInstanceForgotten() {
        return released;
    }

    /** Forgets the instance: the next event of its keys makes a fresh one. The global instance stays. */
    protected final void forgetInstance() {
        if (table != null && !released) {
            table.remove(this);
        }
    }

    /** After removal from its table: stops what could still raise events here or in inner instances. */
    final void retire() {
        released = true;
        for (Clock clock : clocks) {
            clock.stop();
        }
        for (Table held : inner) {
            for (Instance instance : held.all()) {
                instance.retire();
            }
        }
    }

    /** Class name, {@code @} and identity hash of each key, outermost first; {@code -} for an unbound parameter. */
    final String describe() {
        StringBuilder text = new StringBuilder();
        describe(text);
        return text.length() == 0 ? "global" : text.toString();
    }

    private void describe(StringBuilder text) {
        if (keys == null) {
            return;
        }
        enclosingInstance().describe(text);
        for (Key key : keys.keys) {
            text.append(text.length() == 0 ? "" : ", ").append(key == null ? "-" : key.toString());
        }
    }
}
