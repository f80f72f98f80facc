package residua.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of one parameter of one table, found by their objects: a hash table with open addressing. Hashes stand in an
 * array of their own, so that a search that finds nothing, as each first event of an object makes one, reads no key.
 *
 * <p>Under identity a key is found by ==, under equality as in a {@link java.util.HashMap}: by the hash its object had when
 * it was entered, and {@code equals}. A key whose object's hash changes is therefore lost, as it is there. Null is no key:
 * it names no instance.
 *
 * <p>Keys of collected objects are swept out soon after garbage has been collected, when keys are added.
 */
final class Keys {
    private static final int SMALLEST = 16;
    /** How many keys are added before garbage collection is looked for again; a power of two. */
    private static final int PATIENCE = 64;

    private final Table table;
    private final int position;
    private final boolean byEquals;
    private final boolean weak;
    private int[] hashes = new int[SMALLEST];
    private Key[] keys = new Key[SMALLEST];
    /** How many places have been used, also by keys that have been removed. */
    private int used;
    private int added;
    /** The key found last: events often come in a row on one object. Only under identity. */
    private Key last;
    /** Collected keys of instances that still matter. */
    private final List<Key> lingering = new ArrayList<>(0);
    /** Cleared by the next collection of garbage. */
    private WeakReference<Object> sentinel = new WeakReference<>(new Object());

    Keys(Table table, int position, boolean byEquals, boolean weak) {
        this.table = table;
        this.position = position;
        this.byEquals = byEquals;
        this.weak = weak;
    }

    /** The key of an object, or null. */
    Key find(Object object) {
        Key recent = last;
        if (recent != null && recent.object() == object) {
            return recent;
        }
        return find(object, hash(object));
    }

    /** The key of an object, made if there is none. */
    Key intern(Object object) {
        Key found = find(object);
        return found != null ? found : add(object);
    }

    private int hash(Object object) {
        return byEquals ? object.hashCode() : System.identityHashCode(object);
    }

    private static int place(int hash, int length) {
        return (hash ^ hash >>> 15) & length - 1;
    }

    private Key find(Object object, int hash) {
        Key[] all = keys;
        int mask = all.length - 1;
        for (int at = place(hash, all.length); ; at = at + 1 & mask) {
            if (hashes[at] == hash) {
                Key key = all[at];
                if (key == null) {
                    return null;
                }
                if (holds(key, object)) {
                    return byEquals ? key : (last = key);
                }
            } else if (hashes[at] == 0 && all[at] == null) {
                return null;
            }
        }
    }

    private boolean holds(Key key, Object object) {
        Object held = key.object();
        return held == object || byEquals && held != null && object.equals(held);
    }

    /** A new key of an object that has none. */
    Key add(Object object) {
        if ((++added & PATIENCE - 1) == 0 && sentinel.get() == null) {
            sweep();
        }
        if (used * 2 >= keys.length) {
            rebuild();
        }
        Key key = table.makeKey(position, object, hash(object), weak);
        put(key);
        return byEquals ? key : (last = key);
    }

    private void put(Key key) {
        int mask = keys.length - 1;
        int at = place(key.hash, keys.length);
        while (keys[at] != null) {
            at = at + 1 & mask;
        }
        keys[at] = key;
        hashes[at] = key.hash;
        used++;
    }

    /** Leaves out keys that have been removed, and makes room for as many again as are left. */
    private void rebuild() {
        int left = 0;
        for (Key key : keys) {
            left += key != null && key != REMOVED ? 1 : 0;
        }
        Key[] old = keys;
        int length = SMALLEST;
        while (length < left * 4) {
            length *= 2;
        }
        keys = new Key[length];
        hashes = new int[length];
        used = 0;
        for (Key key : old) {
            if (key != null && key != REMOVED) {
                put(key);
            }
        }
    }

    /** Forgets the keys whose objects have been collected. */
    void sweep() {
        sentinel = new WeakReference<>(new Object());
        for (int at = 0; at < keys.length; at++) {
            Key key = keys[at];
            if (key != null && key != REMOVED && key.object() == null) {
                keys[at] = REMOVED;
                lingering.add(key);
            }
        }
        lingering.removeIf(key -> table.drop(key, position));
        if (last != null && last.object() == null) {
            last = null;
        }
        rebuild();
    }

    /** Forgets a key that no instance is made for any more. */
    void remove(Key key) {
        int mask = keys.length - 1;
        for (int at = place(key.hash, keys.length); keys[at] != null; at = at + 1 & mask) {
            if (keys[at] == key) {
                keys[at] = REMOVED;
                break;
            }
        }
        if (last == key) {
            last = null;
        }
    }

    /** Stands where a key has been removed: its object is null, which is no key. */
    private static final Key REMOVED = new Key(null, 0, false);
}
