package residua.runtime;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The {@linkplain Automaton automata} of one context: there is one for each key.
 *
 * <p>Each event concerns one of them and nothing else. So when several threads raise events, keys are spread over several collections,
 * each of which has a lock; and an automaton moves with its own lock held.
 */
public abstract class AutomatonTable extends Table {
    /**
     * How many collections the keys are spread over; a power of two. So many that two threads are seldom at the same one, where each
     * would have to wait for the other although their objects differ.
     */
    private static final int PARTS = Integer.highestOneBit(Math.min(64, Runtime.getRuntime().availableProcessors()) * 128);

    private final LateCarrier carrier;
    private final Keys keys;
    /** Null until keys have been spread; {@link #keys} is of no use then. Each is made when it is asked for. */
    private volatile AtomicReferenceArray<HashedKeys> parts;
    /** Whether a loop has held an automaton, which nobody else finds. */
    private volatile boolean isHeldByLoops;

    /**
     * An empty table.
     *
     * @param lasts whether finalizers may raise events of objects to which weak references have been cleared
     * @param carrier by which objects carry their automata; null where they do not
     */
    protected AutomatonTable(boolean lasts, LateCarrier carrier) {
        super(lasts);
        this.carrier = carrier;
        this.keys = Keys.of(this, 0, false, true, carrier);
    }

    /** A new automaton for this object. */
    protected abstract Automaton make(Object object);

    /** The automaton of this object; null if there is none. To be called by one thread at a time. */
    public final Automaton find(Object object) {
        return object instanceof LoopIterator ? held((LoopIterator) object) : (Automaton) keys.find(object);
    }

    /** The automaton of this object, made if there is none. To be called by one thread at a time. */
    public final Automaton obtain(Object object) {
        return object instanceof LoopIterator ? obtain((LoopIterator) object) : (Automaton) keys.intern(object);
    }

    /** The automaton of a loop's iterator; null if there is none. Only the thread of the loop asks. */
    private Automaton held(LoopIterator object) {
        return (Automaton) object.key(this);
    }

    private Automaton obtain(LoopIterator object) {
        Automaton held = held(object);
        if (held == null) {
            if (!isHeldByLoops) {
                isHeldByLoops = true;
            }
            held = make(object);
            object.keep(this, held);
        }
        return held;
    }

    private boolean isCarried(Object object) {
        return carrier != null && carrier.carries(object);
    }

    /** The automaton of this object; null if there is none. To be called when several threads raise events. */
    public final Automaton findShared(Object object) {
        if (isCarried(object)) {
            return (Automaton) carrier.key(object);
        }
        if (object instanceof LoopIterator) {
            return held((LoopIterator) object);
        }
        HashedKeys part = partOf(object);
        Key recent = part.recent(object);
        if (recent != null) {
            return (Automaton) recent;
        }
        synchronized (part) {
            return (Automaton) part.find(object);
        }
    }

    /** The automaton of this object, made if there is none. To be called when several threads raise events. */
    public final Automaton obtainShared(Object object) {
        if (isCarried(object)) {
            Automaton carried = (Automaton) carrier.key(object);
            return carried != null ? carried : carryShared(object);
        }
        if (object instanceof LoopIterator) {
            return obtain((LoopIterator) object);
        }
        HashedKeys part = partOf(object);
        Key recent = part.recent(object);
        if (recent != null) {
            return (Automaton) recent;
        }
        synchronized (part) {
            return (Automaton) part.intern(object);
        }
    }

    /** Makes an object carry its automaton, which no log has: all are taken to be heard. Two threads may have come at once. */
    private Automaton carryShared(Object object) {
        synchronized (partOf(object)) {
            Automaton carried = (Automaton) carrier.key(object);
            if (carried == null) {
                carried = make(object);
                carrier.carry(object, carried);
            }
            return carried;
        }
    }

    private HashedKeys partOf(Object object) {
        AtomicReferenceArray<HashedKeys> all = parts;
        return part(all != null ? all : spread(), System.identityHashCode(object));
    }

    private HashedKeys part(AtomicReferenceArray<HashedKeys> all, int hash) {
        int i = (hash ^ hash >>> 16) & PARTS - 1;
        HashedKeys part = all.get(i);
        if (part == null) {
            all.compareAndSet(i, null, new HashedKeys(this, 0, false, true));
            part = all.get(i);
        }
        return part;
    }

    private AtomicReferenceArray<HashedKeys> spread() {
        synchronized (Gate.LOCK) {
            if (parts == null) {
                final AtomicReferenceArray<HashedKeys> made = new AtomicReferenceArray<>(PARTS);
                keys.moveTo(hash -> part(made, hash));
                parts = made;
            }
            return parts;
        }
    }

    @Override
    public final Instance[] all() {
        return NONE;
    }

    @Override
    final Key makeKey(int position, Object object, boolean weak) {
        return make(object);
    }

    @Override
    final int ask(int delivery, long positions) {
        return parts != null || isHeldByLoops ? ~0 : keys.ask(delivery);
    }

    @Override
    final boolean hears(Key key, int delivery) {
        return ((Automaton) key).instanceHears(delivery);
    }

    @Override
    protected final boolean mayOutlive(int position) {
        return false;
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
