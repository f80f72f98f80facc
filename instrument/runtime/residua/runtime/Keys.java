package residua.runtime;

/**
 * The keys of one parameter of one table, found by their objects: a hash table whose entries are the keys themselves.
 *
 * <p>Under identity a key is found by ==, under equality as in a {@link java.util.HashMap}: by the hash its object had when
 * it was entered, and {@code equals}. A key whose object's hash changes is therefore lost, as it is there. Null is no key:
 * it names no instance.
 */
final class Keys {
    private final Table table;
    private final int position;
    private final boolean byEquals;
    private final boolean weak;
    private Key[] buckets = new Key[8];
    private int size;

    Keys(Table table, int position, boolean byEquals, boolean weak) {
        this.table = table;
        this.position = position;
        this.byEquals = byEquals;
        this.weak = weak;
    }

    /** The key of an object, or null. */
    Key find(Object object) {
        return find(object, hash(object));
    }

    /** The key of an object, made if there is none. */
    Key intern(Object object) {
        int hash = hash(object);
        Key found = find(object, hash);
        return found != null ? found : add(object, hash);
    }

    private int hash(Object object) {
        int hash = byEquals ? object.hashCode() : System.identityHashCode(object);
        return hash ^ (hash >>> 16);
    }

    private Key find(Object object, int hash) {
        for (Key key = buckets[hash & (buckets.length - 1)]; key != null; key = key.next) {
            if (key.hash == hash && holds(key, object)) {
                return key;
            }
        }
        return null;
    }

    private boolean holds(Key key, Object object) {
        Object held = key.object();
        return held == object || byEquals && held != null && object.equals(held);
    }

    private Key add(Object object, int hash) {
        if (size >= buckets.length) {
            grow();
        }
        Key key = new Key(table, position, hash, object, weak);
        int bucket = hash & (buckets.length - 1);
        key.next = buckets[bucket];
        buckets[bucket] = key;
        size++;
        return key;
    }

    private void grow() {
        Key[] old = buckets;
        buckets = new Key[old.length * 2];
        for (Key first : old) {
            for (Key key = first; key != null; ) {
                Key next = key.next;
                int bucket = key.hash & (buckets.length - 1);
                key.next = buckets[bucket];
                buckets[bucket] = key;
                key = next;
            }
        }
    }

    /** Forgets a key that no instance is made for any more. */
    void remove(Key key) {
        int bucket = key.hash & (buckets.length - 1);
        for (Key before = null, at = buckets[bucket]; at != null; before = at, at = at.next) {
            if (at == key) {
                if (before == null) {
                    buckets[bucket] = at.next;
                } else {
                    before.next = at.next;
                }
                size--;
                return;
            }
        }
    }
}
