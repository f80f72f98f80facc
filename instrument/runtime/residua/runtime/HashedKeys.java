package residua.runtime;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.IntFunction;

/**
 * Keys found by hashes: a hash table with open addressing over the log.
 *
 * <p>The hash table holds the places of keys in the log as numbers, with bits of the hash in front, so that a search that finds
 * nothing reads one place of it and no key.
 *
 * <p>Under identity a key is found by ==, under equality as in a {@link java.util.HashMap}: by the hash its object had when
 * it was entered, and {@code equals}. A key whose object's hash changes is therefore lost, as it is there.
 */
final class HashedKeys extends Keys {
    private static final int SMALLEST = 16;
    /** More slots than these are not quadrupled. */
    private static final int LARGE = 1 << 18;
    private static final int[] NO_SLOTS = {};
    private static final Key[] NO_LOOPS = {};
    /** Keys of loops' iterators that are not entered yet, as most are forgotten before. */
    private static final int LOOPS = 64;

    private final boolean byEquals;
    /** 0, or the place of a key in as many low bits as there are bits in an index of this array, below bits of its hash. */
    private int[] slots = new int[SMALLEST];
    private int indexBits = bits(SMALLEST);
    /** The last hash that was looked for and that no key has; 0 for none. */
    private int missed;
    /** The key found last: events often come in a row on one object. Only under identity. */
    private volatile Key last;
    private static final AtomicReferenceFieldUpdater<HashedKeys, Key> LAST =
            AtomicReferenceFieldUpdater.newUpdater(HashedKeys.class, Key.class, "last");
    /** The latest keys of loops' iterators, in order. */
    private Key[] loops = NO_LOOPS;
    private int looping;

    HashedKeys(Table table, int position, boolean byEquals, boolean weak) {
        super(table, position, weak);
        this.byEquals = byEquals;
    }

    @Override
    Key find(Object object) {
        if (object instanceof LoopIterator) {
            return ((LoopIterator) object).key(this);
        }
        Key recent = recent(object);
        return recent != null ? recent : find(object, hash(object));
    }

    /** The key of an object if it is the one found last, else null; may be called by any thread. */
    Key recent(Object object) {
        Key recent = last;
        return recent != null && recent.isOf(object) ? recent : null;
    }

    @Override
    Key seen(Object object) {
        return object instanceof LoopIterator ? ((LoopIterator) object).key(this) : recent(object);
    }

    @Override
    boolean hasMissed(Object object) {
        if (object instanceof LoopIterator) {
            return true;
        }
        int hash = missed;
        return hash != 0 && hash == System.identityHashCode(object);
    }

    /** Notes a key under identity as the one found last: with what it is made of, for threads that see it. */
    private Key note(Key key) {
        if (!byEquals) {
            LAST.lazySet(this, key);
        }
        return key;
    }

    private int hash(Object object) {
        return byEquals ? object.hashCode() : System.identityHashCode(object);
    }

    private Key find(Object object, int hash) {
        if (hash == missed && hash != 0) {
            return null;
        }
        return weak && !byEquals && !table.lasts ? findSame(object, hash) : findEqual(object, hash);
    }

    /**
     * The key of an object under identity. Whether a slot holds another hash or the same one of another object makes no difference
     * for the path taken: the second is so rare that just-in-time compilers would not be prepared for it.
     */
    private Key findSame(Object object, int hash) {
        int others = 0;
        int[] all = slots;
        int mask = all.length - 1;
        int mixed = mixed(hash);
        for (int at = mixed & mask; all[at] != 0; at = at + 1 & mask) {
            int place = (all[at] ^ mixed) >>> indexBits == 0 ? all[at] & (1 << indexBits) - 1 : 0;
            Key key = at(place);
            Object held = key == null ? null : key.get();
            if (held == object) {
                return note(key);
            }
            others |= place;
        }
        // 0 where another object has the hash.
        missed = hash & ~((others | -others) >> 31);
        return null;
    }

    private Key findEqual(Object object, int hash) {
        boolean isFree = true;
        int[] all = slots;
        int mask = all.length - 1;
        int mixed = mixed(hash);
        for (int at = mixed & mask; all[at] != 0; at = at + 1 & mask) {
            if ((all[at] ^ mixed) >>> indexBits == 0) {
                Key key = at(all[at] & (1 << indexBits) - 1);
                if (key != null && holds(key, object, hash)) {
                    return note(key);
                }
                isFree = false;
            }
        }
        if (isFree) {
            missed = hash;
        }
        return null;
    }

    /** Low bits choose a slot, high ones are noted in it; neither says much of the other. */
    private static int mixed(int hash) {
        int product = hash * 0x9E3779B9;
        return product ^ product >>> 16;
    }

    private static int bits(int length) {
        return 31 - Integer.numberOfLeadingZeros(length);
    }

    private boolean holds(Key key, Object object, int hash) {
        Object held = key.object();
        return held == object || key.isHeld(object) || byEquals && held != null && key.hash() == hash && object.equals(held);
    }

    @Override
    Key add(Object object) {
        if (object instanceof LoopIterator) {
            return keep((LoopIterator) object);
        }
        Key key = make(object, hash(object));
        missed = 0;
        return note(key);
    }

    /** A new key of a loop's iterator, which finds it by itself; only what garbage collection does to it is to be found out. */
    private Key keep(LoopIterator object) {
        if (looping == loops.length) {
            enterLoops();
        }
        Key key = table.makeKey(position, object, weak);
        object.keep(this, key);
        loops[looping++] = key;
        return key;
    }

    /** Enters keys of loops that have not ended soon, or will never be seen to end. */
    private void enterLoops() {
        if (loops.length == 0) {
            loops = new Key[LOOPS];
        }
        while (looping > 0) {
            leave(loops[looping - 1]);
        }
    }

    @Override
    void forgetEnded() {
        while (looping > 0 && loops[looping - 1].hasEnded()) {
            leave(loops[looping - 1]);
        }
    }

    /** Takes the last key from those of loops. */
    private void leave(Key key) {
        if (key.hasEnded() && table.drop(key, position)) {
            table.forget(key);
        } else {
            prepare();
            enter(key);
        }
        loops[--looping] = null;
    }

    @Override
    Key enter(Object object, int hash) {
        prepare();
        Key key = table.makeKey(position, object, weak);
        key.foundBy(hash);
        enter(key);
        return key;
    }

    /** Enters a key for which there is {@linkplain #prepare room}. */
    private void enter(Key key) {
        append(key);
        index(slots, size() - 1, key.hash());
    }

    @Override
    int ask(int delivery) {
        int asked = super.ask(delivery);
        if (asked < 0) {
            return asked;
        }
        for (int i = 0; i < looping; i++) {
            if (isHeard(loops[i], delivery)) {
                return ~(asked + i);
            }
        }
        return asked + looping;
    }

    @Override
    void moveTo(IntFunction<HashedKeys> place) {
        for (int from = 1; from < size(); from++) {
            Key key = at(from);
            if (key != null && key.isSought()) {
                HashedKeys to = place.apply(key.hash());
                to.prepare();
                to.enter(key);
            }
        }
        forgetAll();
        slots = NO_SLOTS;
        last = null;
    }

    @Override
    void makeRoom() {
        if (size() < slots.length / 4 * 3) {
            return;
        }
        if (hasManyGaps()) {
            compact();
        } else {
            reindex(new int[slots.length * (slots.length < LARGE ? 4 : 2)]);
        }
    }

    @Override
    void dropped(Key key) {
        // Nobody has it any more.
    }

    @Override
    void forgetLast() {
        Key recent = last;
        if (recent != null && isGone(recent)) {
            last = null;
        }
    }

    private void index(int[] all, int place, int hash) {
        int mask = all.length - 1;
        int mixed = mixed(hash);
        int at = mixed & mask;
        while (all[at] != 0) {
            at = at + 1 & mask;
        }
        all[at] = mixed >>> indexBits << indexBits | place;
    }

    /** Finds all keys by other slots from now on, which are empty. */
    private void reindex(int[] others) {
        indexBits = bits(others.length);
        for (int place = 1; place < size(); place++) {
            Key key = at(place);
            if (key != null && key.isSought()) {
                index(others, place, key.hash());
            }
        }
        slots = others;
    }

    @Override
    void compact() {
        // As many keys may come again until garbage is collected the next time.
        if (size() < slots.length / 8 && slots.length > SMALLEST) {
            int[] fewer = new int[slots.length / 2];
            closeGaps();
            reindex(fewer);
        } else {
            compactInPlace();
        }
    }

    @Override
    void compactInPlace() {
        closeGaps();
        Arrays.fill(slots, 0);
        reindex(slots);
    }

    @Override
    void remove(Key key) {
        int mask = slots.length - 1;
        int mixed = mixed(key.hash());
        for (int at = mixed & mask; slots[at] != 0; at = at + 1 & mask) {
            int place = slots[at] & (1 << indexBits) - 1;
            if (at(place) == key) {
                forget(place);
                break;
            }
        }
        if (last == key) {
            last = null;
        }
    }
}
