package residua.runtime;

/**
 * The instances of one context below one instance of its parent. All methods are to be called as monitor code.
 *
 * <p>An instance whose weakly held key has been collected stays as long as events that do not bind that key could make it
 * report or act: what a program reports does not depend on when garbage is collected.
 */
public abstract class Table {
    static final Instance[] NONE = {};

    /** Whether finalizers may raise events of objects to which weak references have been cleared. */
    final boolean lasts;

    Table(boolean lasts) {
        this.lasts = lasts;
    }

    /** All instances in the order of their creation, as they are now. Only where the table has been told to keep a list. */
    public abstract Instance[] all();

    /** Forgets an instance: it is found no more. */
    abstract void remove(Instance instance);

    /** A new key for the n-th parameter. */
    abstract Key makeKey(int position, Object object, int hash, boolean weak);

    /**
     * Drops the instances of a key of the n-th parameter whose object has been collected, unless they still matter; the key
     * is found no more.
     *
     * @return whether they are dropped
     */
    abstract boolean drop(Key key, int position);

    /**
     * Asks the instances that an event may reach whether they hear it in the states they are in.
     *
     * @param delivery number of the event's delivery
     * @param positions bit n is set where the event may reach instances by parameter n
     * @return how many keys were asked; the complement of that where an instance hears it, or may
     */
    abstract int ask(int delivery, long positions);

    /** Whether an instance that is made for a key hears a delivery in the states it is in. */
    abstract boolean hears(Key key, int delivery);

    /** Forgets a key that has been {@linkplain #drop dropped}, while nobody looks at instances. */
    void forget(Key key) {}
}
