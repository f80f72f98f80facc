package residua.runtime;

/**
 * One instance of a context: generated subclasses hold the variables, the states of the context's properties, and the
 * tables of inner contexts. Subclasses inherit no names but those that say so: user code stands in them.
 */
public abstract class Instance {
    /** What it is made for, in a {@link KeyedTable}. */
    DescribedKey key;
    /** What it is made for, in a {@link BindingTable}. */
    Tuple tuple;
    private boolean forgotten;

    /** The instance that this one lies in; null for the global one. */
    protected abstract Instance enclosingInstance();

    /** The table of this instance; null for the global one. */
    protected abstract Table tableOfInstance();

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

    /** Whether events that bind the parameter may still move a property here, now or after others. */
    protected boolean instanceMattersThrough(int parameter) {
        return true;
    }

    /**
     * A clock has reached an age.
     *
     * @param clock number of the clock in its context
     * @param timeout number of the timeout at that clock; -1 for one registered by an action
     */
    protected abstract void onTimeout(int clock, int timeout);

    /** Stops the clocks, and retires the instances of inner contexts; there may be none of either. */
    protected void retireParts() {}

    /** The object in the place of a parameter; null where it is unbound. */
    public final Object keyAt(int parameter) {
        Key at = tuple == null ? key : tuple.keys[parameter];
        return at == null ? null : at.object();
    }

    /**
     * The object in the place of a parameter, of which the event that is being handled is.
     *
     * @param parameter which one
     * @param present what the event has bound it to: where weak references have been cleared, nothing else has it
     */
    public final Object keyAt(int parameter, Object present) {
        Key at = tuple == null ? key : tuple.keys[parameter];
        return at != null && present != null && at.isOf(present) ? present : keyAt(parameter);
    }

    /** Whether the instance has been released, so that no event reaches it any more. */
    public final boolean isInstanceForgotten() {
        return forgotten;
    }

    /** Forgets the instance: the next event of its keys makes a fresh one. The global instance stays. */
    protected final void forgetInstance() {
        Table table = tableOfInstance();
        if (table != null && !forgotten) {
            table.remove(this);
        }
    }

    /** After removal from its table: stops what could still raise events here or in inner instances. */
    final void retire() {
        if (!forgotten) {
            forgotten = true;
            retireParts();
        }
    }

    /** Keeps a clock from raising more events. */
    protected static void retireClock(Clock clock) {
        clock.stop();
    }

    /** Retires all instances of an inner context. */
    protected static void retireInner(Table table) {
        for (Instance instance : table.all()) {
            instance.retire();
        }
    }

    /** Class name, {@code @} and identity hash of each key, outermost first; {@code -} for an unbound parameter. */
    final String describe() {
        StringBuilder text = new StringBuilder();
        describe(text);
        return text.length() == 0 ? "global" : text.toString();
    }

    private void describe(StringBuilder text) {
        Instance outer = enclosingInstance();
        if (outer == null) {
            return;
        }
        outer.describe(text);
        if (tuple == null) {
            append(text, key);
            return;
        }
        for (DescribedKey bound : tuple.keys) {
            append(text, bound);
        }
    }

    private static void append(StringBuilder text, DescribedKey key) {
        text.append(text.length() == 0 ? "" : ", ").append(key == null ? "-" : key.describe());
    }
}
