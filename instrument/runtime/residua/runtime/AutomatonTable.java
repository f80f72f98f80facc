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

    private final Keys keys = new Keys(this, 0, false, true);
    /** Null until keys have been spread; {@link #keys} is of no use then. Each is made when it is asked for. */
    private volatile AtomicReferenceArray<Keys> parts;
    /** Whether a loop has held an automaton, which nobody else finds. */
    private volatile boolean isHeldByLoops;

    /**
     * An empty table.
     *
     * @param lasts whether finalizers may raise events of objects to which weak references have been cleared
     */
    protected AutomatonTable(boolean lasts) {
        super(lasts);
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

    /** The automaton of this object; null if there is none. To be called when several threads raise events. */
    public final Automaton findShared(Object object) {
        if (object instanceof LoopIterator) {
            return held((LoopIterator) object);
        }
        Keys part = partOf(object);
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
        if (object instanceof LoopIterator) {
            return obtain((LoopIterator) object);
        }
        Keys part = partOf(object);
        Key recent = part.recent(object);
        if (recent != null) {
            return (Automaton) recent;
        }
        synchronized (part) {
            return (Automaton) part.intern(object);
        }
    }

    private Keys partOf(Object object) {
        AtomicReferenceArray<Keys> all = parts;
        return part(all != null ? all : spread(), System.identityHashCode(object));
    }

    private Keys part(AtomicReferenceArray<Keys> all, int hash) {
        int i = (hash ^ hash >>> 16) & PARTS - 1;
        Keys part = all.get(i);
        if (part == null) {
            all.compareAndSet(i, null, new Keys(this, 0, false, true));
            part = all.get(i);
        }
        return part;
    }

    private AtomicReferenceArray<Keys> spread() {
        synchronized (Gate.LOCK) {
            if (parts == null) {
                AtomicReferenceArray<Keys> made = new AtomicReferenceArray<>(PARTS);
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
    final Key makeKey(int position, Object object, int hash, boolean weak) {
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
    final boolean drop(Key key, int position) {
        return true;
    }

    @Override
    final void remove(Instance instance) {
        throw new AssertionError("automata are not released");
    }
}
