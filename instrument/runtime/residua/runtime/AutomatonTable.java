package residua.runtime;

/**
 * The {@linkplain Automaton automata} of one context: there is one for each key.
 *
 * <p>Each event concerns one of them and nothing else. So when several threads raise events, keys are spread over several collections
 * ({@link #keysOf}), and what is done with an automaton is done with the lock of its collection held.
 */
public abstract class AutomatonTable extends Table {
    /** How many collections the keys are spread over; a power of two. */
    private static final int PARTS = Integer.highestOneBit(Math.min(64, Runtime.getRuntime().availableProcessors()) * 4);

    private final Keys keys = new Keys(this, 0, false, true);
    /** Null until keys have been spread; {@link #keys} is of no use then. */
    private volatile Keys[] parts;

    /** An empty table. */
    protected AutomatonTable() {}

    /** A new automaton for this object. */
    protected abstract Automaton make(Object object);

    /** The automaton of this object; null if there is none. */
    public final Automaton find(Object object) {
        return find(keys, object);
    }

    /** The automaton of this object, made if there is none. */
    public final Automaton obtain(Object object) {
        return obtain(keys, object);
    }

    /** The collection in which an object's key is, or would be, as soon as several threads raise events. */
    public final Keys keysOf(Object object) {
        Keys[] all = parts != null ? parts : spread();
        return all[part(System.identityHashCode(object))];
    }

    private static int part(int hash) {
        return (hash ^ hash >>> 16) & PARTS - 1;
    }

    private Keys[] spread() {
        synchronized (Gate.LOCK) {
            if (parts == null) {
                Keys[] made = new Keys[PARTS];
                for (int i = 0; i < PARTS; i++) {
                    made[i] = new Keys(this, 0, false, true);
                }
                keys.moveTo(hash -> made[part(hash)]);
                parts = made;
            }
            return parts;
        }
    }

    /**
     * The automaton of this object; null if there is none.
     *
     * @param part its {@link #keysOf}, whose lock is held
     */
    public final Automaton find(Keys part, Object object) {
        return (Automaton) part.find(object);
    }

    /**
     * The automaton of this object, made if there is none.
     *
     * @param part its {@link #keysOf}, whose lock is held
     */
    public final Automaton obtain(Keys part, Object object) {
        return (Automaton) part.intern(object);
    }

    @Override
    public final Instance[] all() {
        return NONE;
    }

    @Override
    final Key makeKey(int position, Object object, int hash, boolean weak) {
        return make(object);
    }

    @Override
    final boolean drop(Key key, int position) {
        return true;
    }

    @Override
    final void remove(Instance instance) {
        throw new AssertionError("automata are not released");
    }
}
