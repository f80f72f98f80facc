package residua.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.IntFunction;

/**
 * The keys of one parameter of one table, found by their objects: a hash table with open addressing over a log.
 *
 * <p>Most keys are of short-lived objects: each is looked for once in vain, added, used a few times in a row, and collected.
 * So keys stand in the order in which they were made, as they stand in memory: garbage collection and sweeping go through
 * them in that order. The hash table holds their places in the log as numbers, with bits of the hash in front, so that a
 * search that finds nothing reads one place of it and no key.
 *
 * <p>Under identity a key is found by ==, under equality as in a {@link java.util.HashMap}: by the hash its object had when
 * it was entered, and {@code equals}. A key whose object's hash changes is therefore lost, as it is there. Null is no key:
 * it names no instance.
 *
 * <p>Keys of collected objects are swept out soon after garbage has been collected, when keys are added. Where memory is short
 * they are swept out at once, in place. What fails for want of memory leaves everything as it was, and is not tried again before
 * garbage has been collected: to try costs a collection, which is as much as thousands of events.
 */
final class Keys {
    private static final int SMALLEST = 16;
    /** More slots than these are not quadrupled. */
    private static final int LARGE = 1 << 18;
    /** Keys in one part of the log, and the bits of a place within it. */
    private static final int PART = 64;
    private static final int PART_BITS = 6;
    /** How many keys are added at least before garbage collection is looked for again. */
    private static final int PATIENCE = 64;

    private static final OutOfMemoryError SHORTAGE = new OutOfMemoryError("no garbage collected since there was no memory");
    private static final Key[][] NO_KEYS = {{null}};
    private static final int[] NO_SLOTS = {};
    private static final Key[] NO_LOOPS = {};
    /** Keys of loops' iterators that are not entered yet, as most are forgotten before. */
    private static final int LOOPS = 64;

    private final Table table;
    private final int position;
    private final boolean byEquals;
    private final boolean weak;
    /** Whether a key is known by its weak reference alone. */
    private final boolean isPlain;
    /** Place 0 is not used; null where a key has been removed. */
    private Key[][] log = {new Key[PART]};
    private int size = 1;
    private int removed;
    /** The size from which on garbage collection is looked for: a sweep is paid for by the keys added since the last one. */
    private int sweepAt = PATIENCE;
    /** 0, or the place of a key in as many low bits as there are bits in an index of this array, below bits of its hash. */
    private int[] slots = new int[SMALLEST];
    private int indexBits = bits(SMALLEST);
    /** The last hash that was looked for and that no key has; 0 for none. */
    private int missed;
    /** The key found last: events often come in a row on one object. Only under identity. */
    private volatile Key last;
    private static final AtomicReferenceFieldUpdater<Keys, Key> LAST =
            AtomicReferenceFieldUpdater.newUpdater(Keys.class, Key.class, "last");
    /** The latest keys of loops' iterators, in order. */
    private Key[] loops = NO_LOOPS;
    private int looping;
    /** Collected keys of instances that still matter. */
    private final List<Key> lingering = new ArrayList<>(0);
    /** Where it is said that garbage has been collected: asking a reference could keep its object. */
    private final ReferenceQueue<Object> cleared = new ReferenceQueue<>();
    /** What the next collection of garbage clears; null where it has been cleared and no sweep has been begun since. */
    private WeakReference<Object> sentinel = new WeakReference<>(new Object(), cleared);

    /** Whether there was no memory for the key that was to be added last. */
    private boolean isShort;

    Keys(Table table, int position, boolean byEquals, boolean weak) {
        this.table = table;
        this.position = position;
        this.byEquals = byEquals;
        this.weak = weak;
        this.isPlain = weak && !byEquals && !table.lasts;
    }

    /** The key of an object, or null. */
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

    /** The key of an object, if nothing is to be searched for it; may be called by the thread that is alone, whoever comes then. */
    Key seen(Object object) {
        return object instanceof LoopIterator ? ((LoopIterator) object).key(this) : recent(object);
    }

    /** Whether an object, which has not been {@link #seen}, has no key, where this needs no search; may be called by the same. */
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

    /** The key of an object, made if there is none. */
    Key intern(Object object) {
        Key found = find(object);
        return found != null ? found : add(object);
    }

    private int hash(Object object) {
        return byEquals ? object.hashCode() : System.identityHashCode(object);
    }

    private Key find(Object object, int hash) {
        if (hash == missed && hash != 0) {
            return null;
        }
        return isPlain ? findSame(object, hash) : findEqual(object, hash);
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

    private Key at(int place) {
        return log[place >>> PART_BITS][place & PART - 1];
    }

    private boolean holds(Key key, Object object, int hash) {
        Object held = key.object();
        return held == object || key.isHeld(object)
                || byEquals && held != null && key.hash() == hash && object.equals(held);
    }

    /** A new key of an object that has none. */
    Key add(Object object) {
        if (object instanceof LoopIterator) {
            return keep((LoopIterator) object);
        }
        int hash = hash(object);
        if (isShort && !isGarbageCollected()) {
            throw SHORTAGE;
        }
        Key key;
        try {
            key = enter(object, hash);
        } catch (OutOfMemoryError error) {
            key = enterAgain(object, hash);
        }
        isShort = false;
        missed = 0;
        return note(key);
    }

    /** A new key of a loop's iterator, which finds it by itself; only what garbage collection does to it is to be found out. */
    private Key keep(LoopIterator object) {
        if (looping == loops.length) {
            enterLoops();
        }
        Key key = table.makeKey(position, object, 0, weak);
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

    /** Forgets the keys of the loops that have begun last and ended, unless their instances still matter. Nobody looks at instances. */
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

    /** Tries what has failed for want of memory once more, in the room of keys that can be forgotten. */
    private Key enterAgain(Object object, int hash) {
        sweepInPlace();
        try {
            return enter(object, hash);
        } catch (OutOfMemoryError error) {
            isShort = true;
            // Not before: the attempt has collected garbage.
            watch();
            throw error;
        }
    }

    private Key enter(Object object, int hash) {
        prepare();
        Key key = table.makeKey(position, object, hash, weak);
        enter(key);
        return key;
    }

    /** Enters a key for which there is {@linkplain #prepare room}. */
    private void enter(Key key) {
        append(key);
        index(slots, size - 1, key.hash());
    }

    /** Makes room for one more key. */
    private void prepare() {
        if (size >= sweepAt) {
            if (isGarbageCollected()) {
                sweep();
            } else {
                sweepAt = size + PATIENCE;
                // An old one may have come to live where garbage is seldom collected.
                sentinel = new WeakReference<>(new Object(), cleared);
            }
        }
        if (size >= slots.length / 4 * 3) {
            makeRoom();
        }
        extend();
    }

    private boolean isGarbageCollected() {
        if (cleared.poll() != null) {
            sentinel = null;
        }
        return sentinel == null;
    }

    /** Looks from now on for garbage being collected. */
    private void watch() {
        sentinel = new WeakReference<>(new Object(), cleared);
        while (cleared.poll() != null) {
            // Told by earlier ones.
            continue;
        }
    }

    /** Makes room at the end of the log. */
    private void extend() {
        int part = size >>> PART_BITS;
        if (part == log.length) {
            log = Arrays.copyOf(log, part * 2);
        }
        if (log[part] == null) {
            log[part] = new Key[PART];
        }
    }

    /** Asks the keys as {@link Table#ask} does. */
    int ask(int delivery) {
        int asked = 0;
        for (int place = 1; place < size; place++) {
            Key key = at(place);
            if (key != null) {
                asked++;
                if (isHeard(key, delivery)) {
                    return ~asked;
                }
            }
        }
        for (int i = 0; i < looping; i++) {
            if (!loops[i].hasEnded() && isHeard(loops[i], delivery)) {
                return ~(asked + i);
            }
        }
        return asked + looping;
    }

    /** Whether an instance hears a delivery, and still may: nobody raises events of an object that is gone. */
    private boolean isHeard(Key key, int delivery) {
        return table.hears(key, delivery) && !Cleared.is(key);
    }

    /** Enters all keys elsewhere, as their hashes say; this is not to be used any more. */
    void moveTo(IntFunction<Keys> place) {
        for (int from = 1; from < size; from++) {
            Key key = at(from);
            if (key != null && key.isSought()) {
                Keys to = place.apply(key.hash());
                to.prepare();
                to.enter(key);
            }
        }
        log = NO_KEYS;
        slots = NO_SLOTS;
        size = 1;
        last = null;
    }

    private void makeRoom() {
        if (removed > size / 2) {
            compact();
        } else {
            reindex(new int[slots.length * (slots.length < LARGE ? 4 : 2)]);
        }
    }

    private void append(Key key) {
        log[size >>> PART_BITS][size & PART - 1] = key;
        size++;
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
        for (int place = 1; place < size; place++) {
            Key key = at(place);
            if (key != null && key.isSought()) {
                index(others, place, key.hash());
            }
        }
        slots = others;
    }

    /** Forgets the keys whose objects have been collected. */
    private void sweep() {
        watch();
        forgetCollected();
        if (removed > size / 2) {
            compact();
        }
        sweepAt = size + Math.max(PATIENCE, (size - removed) / 2);
    }

    /** The same where there is no memory to do it with; unless keys linger, none is asked for. */
    private void sweepInPlace() {
        forgetCollected();
        if (removed > 0) {
            compactInPlace();
        }
        sweepAt = size + Math.max(PATIENCE, size / 2);
    }

    private void forgetCollected() {
        for (int place = 1; place < size; place++) {
            Key key = at(place);
            if (key != null && Cleared.is(key)) {
                if (!table.drop(key, position)) {
                    lingering.add(key);
                }
                forget(place);
            }
        }
        dropLingering();
        Key recent = last;
        if (recent != null && Cleared.is(recent)) {
            last = null;
        }
    }

    private void dropLingering() {
        int kept = 0;
        for (int i = 0; i < lingering.size(); i++) {
            Key key = lingering.get(i);
            if (!table.drop(key, position)) {
                lingering.set(kept++, key);
            }
        }
        for (int i = lingering.size() - 1; i >= kept; i--) {
            lingering.remove(i);
        }
    }

    private void forget(int place) {
        log[place >>> PART_BITS][place & PART - 1] = null;
        removed++;
    }

    /** Closes the gaps that forgotten keys leave, which are many. */
    private void compact() {
        // As many keys may come again until garbage is collected the next time.
        if (size < slots.length / 8 && slots.length > SMALLEST) {
            int[] fewer = new int[slots.length / 2];
            closeGaps();
            reindex(fewer);
        } else {
            compactInPlace();
        }
    }

    private void compactInPlace() {
        closeGaps();
        Arrays.fill(slots, 0);
        reindex(slots);
    }

    /** Moves the keys together in the log; they are to be indexed anew then. */
    private void closeGaps() {
        int end = size;
        size = 1;
        removed = 0;
        for (int place = 1; place < end; place++) {
            Key key = at(place);
            if (key != null) {
                append(key);
            }
        }
        forgetFrom(size, end);
    }

    /** Empties a part of the log. */
    private void forgetFrom(int from, int end) {
        int first = (from + PART - 1) >>> PART_BITS;
        Arrays.fill(log, first, (end + PART - 1) >>> PART_BITS, null);
        if (from < first << PART_BITS) {
            Arrays.fill(log[first - 1], from & PART - 1, PART, null);
        }
    }

    /** Forgets a key that no instance is made for any more. */
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
