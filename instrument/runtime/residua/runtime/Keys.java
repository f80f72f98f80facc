package residua.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The keys of one parameter of one table, found by their objects: as {@link HashedKeys} or as {@link CarriedKeys}. Null is no key:
 * it names no instance.
 *
 * <p>Most keys are of short-lived objects: each is looked for once in vain, added, used a few times in a row, and collected.
 * So keys stand in a log, in the order in which they were made, as they stand in memory: garbage collection and sweeping go through
 * them in that order.
 *
 * <p>Keys of collected objects are swept out soon after garbage has been collected, when keys are added. Where memory is short
 * they are swept out at once, in place. What fails for want of memory leaves everything as it was, and is not tried again before
 * garbage has been collected: to try costs a collection, which is as much as thousands of events.
 */
abstract class Keys {
    /** Keys in one part of the log, and the bits of a place within it. */
    private static final int PART = 64;
    private static final int PART_BITS = 6;
    /** How many keys are added at least before garbage collection is looked for again. */
    private static final int PATIENCE = 64;

    private static final OutOfMemoryError SHORTAGE = new OutOfMemoryError("no garbage collected since there was no memory");
    private static final Key[][] NO_KEYS = {{null}};

    final Table table;
    final int position;
    final boolean weak;
    /** Place 0 is not used; null where a key has been removed. */
    private Key[][] log = {new Key[PART]};
    private int size = 1;
    private int removed;
    /** The size from which on garbage collection is looked for: a sweep is paid for by the keys added since the last one. */
    private int sweepAt = PATIENCE;
    /** Collected keys of instances that still matter. */
    private final List<Key> lingering = new ArrayList<>(0);
    /** Where it is said that garbage has been collected: asking a reference could keep its object. */
    private final ReferenceQueue<Object> cleared = new ReferenceQueue<>();
    /** What the next collection of garbage clears; null where it has been cleared and no sweep has been begun since. */
    private WeakReference<Object> sentinel = new WeakReference<>(new Object(), cleared);

    /** Whether there was no memory for the key that was to be added last. */
    private boolean isShort;

    Keys(Table table, int position, boolean weak) {
        this.table = table;
        this.position = position;
        this.weak = weak;
    }

    /**
     * No keys yet.
     *
     * @param table whose keys
     * @param position of which parameter
     * @param byEquals whether they are compared by {@code equals}
     * @param weak whether objects may be held weakly
     * @param carrier by which objects carry their keys; null where none does, as where they are compared by {@code equals}
     */
    static Keys of(Table table, int position, boolean byEquals, boolean weak, LateCarrier carrier) {
        return carrier == null || byEquals
                ? new HashedKeys(table, position, byEquals, weak)
                : new CarriedKeys(table, position, weak, carrier);
    }

    /** The key of an object, or null. */
    abstract Key find(Object object);

    /** The key of an object, if nothing is to be searched for it; may be called by the thread that is alone, whoever comes then. */
    abstract Key seen(Object object);

    /** Whether an object, which has not been {@link #seen}, has no key, where this needs no search; may be called by the same. */
    abstract boolean hasMissed(Object object);

    /** A new key of an object that has none. */
    abstract Key add(Object object);

    /** Forgets the keys of the loops that have begun last and ended, unless their instances still matter. Nobody looks at instances. */
    abstract void forgetEnded();

    /** Forgets a key that no instance is made for any more. */
    abstract void remove(Key key);

    /** Enters all keys that are found by hashes elsewhere, as these say; this is not to be used any more. */
    abstract void moveTo(IntFunction<HashedKeys> place);

    /** Makes room for one more key where keys are found. */
    abstract void makeRoom();

    /** Forgets the key found last, if it is noted and {@linkplain #isGone gone}. */
    abstract void forgetLast();

    /** A key has been dropped with its instances. */
    abstract void dropped(Key key);

    /** Closes the gaps that forgotten keys leave, which are many. */
    abstract void compact();

    /** The same where there is no memory to do it with. */
    abstract void compactInPlace();

    /** The key of an object, made if there is none. */
    final Key intern(Object object) {
        Key found = find(object);
        return found != null ? found : add(object);
    }

    final Key at(int place) {
        return log[place >>> PART_BITS][place & PART - 1];
    }

    /** The place behind the last key. */
    final int size() {
        return size;
    }

    /** Whether so many keys have been forgotten that closing their gaps makes room. */
    final boolean hasManyGaps() {
        return removed > size / 2;
    }

    /** A new key of an object, made and entered; again in the room of keys that can be forgotten where there was no memory. */
    final Key make(Object object, int hash) {
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
        return key;
    }

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

    /**
     * Makes and enters a key.
     *
     * @param object that has none
     * @param hash by which it is found, if it is
     */
    abstract Key enter(Object object, int hash);

    /** Makes room for one more key. */
    final void prepare() {
        if (size >= sweepAt) {
            if (isGarbageCollected()) {
                sweep();
            } else {
                sweepAt = size + PATIENCE;
                // An old one may have come to live where garbage is seldom collected.
                sentinel = new WeakReference<>(new Object(), cleared);
            }
        }
        makeRoom();
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

    /** Notes a key for which there is {@linkplain #prepare room}. */
    final void append(Key key) {
        log[size >>> PART_BITS][size & PART - 1] = key;
        size++;
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
        return asked;
    }

    /** Whether an instance hears a delivery, and still may: nobody raises events of an object that is gone. */
    final boolean isHeard(Key key, int delivery) {
        return table.hears(key, delivery) && !isGone(key);
    }

    /** Whether no event will ask for a key again. */
    static boolean isGone(Key key) {
        return key.hasEnded() || Cleared.is(key);
    }

    /** Forgets all keys at once, for good. */
    final void forgetAll() {
        log = NO_KEYS;
        size = 1;
    }

    /** Forgets the keys whose objects have been collected. */
    private void sweep() {
        watch();
        forgetGone();
        if (hasManyGaps()) {
            compact();
        }
        sweepAt = size + Math.max(PATIENCE, (size - removed) / 2);
    }

    /** The same where there is no memory to do it with; unless keys linger, none is asked for. */
    private void sweepInPlace() {
        forgetGone();
        if (removed > 0) {
            compactInPlace();
        }
        sweepAt = size + Math.max(PATIENCE, size / 2);
    }

    private void forgetGone() {
        for (int place = 1; place < size; place++) {
            Key key = at(place);
            if (key != null && isGone(key)) {
                if (table.drop(key, position)) {
                    dropped(key);
                } else {
                    lingering.add(key);
                }
                forget(place);
            }
        }
        dropLingering();
        forgetLast();
    }

    private void dropLingering() {
        int kept = 0;
        for (int i = 0; i < lingering.size(); i++) {
            Key key = lingering.get(i);
            if (table.drop(key, position)) {
                dropped(key);
            } else {
                lingering.set(kept++, key);
            }
        }
        for (int i = lingering.size() - 1; i >= kept; i--) {
            lingering.remove(i);
        }
    }

    final void forget(int place) {
        log[place >>> PART_BITS][place & PART - 1] = null;
        removed++;
    }

    /** Moves the keys together in the log; where they are found by their places, these are to be noted anew then. */
    final void closeGaps() {
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
}
