package residua.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** An object that instances of one table are made for, in the place of one parameter. */
final class Key extends WeakReference<Object> {
    private static final ReferenceQueue<Object> DEAD = new ReferenceQueue<>();

    final Table table;
    final int position;
    final int hash;
    /** The next key of the same bucket of {@link Keys}. */
    Key next;

    private final Object strong;
    private final String text;
    /** The instances made for this key, in the order of their creation: one alone, or several. */
    private Instance only;
    private Set<Instance> several;

    /**
     * A key.
     *
     * @param object the object
     * @param weak whether the object may be collected
     */
    Key(Table table, int position, int hash, Object object, boolean weak) {
        super(weak ? object : null, DEAD);
        this.table = table;
        this.position = position;
        this.hash = hash;
        this.strong = weak ? null : object;
        this.text = describe(object);
    }

    private static String describe(Object object) {
        return object.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(object));
    }

    /** The object; null where it has been collected. */
    Object object() {
        return strong != null ? strong : get();
    }

    /** Class name, {@code @} and identity hash of the object, also after it has been collected. */
    @Override
    public String toString() {
        return text;
    }

    void hold(Instance instance) {
        if (only == null && several == null) {
            only = instance;
            return;
        }
        if (several == null) {
            several = new LinkedHashSet<>();
            several.add(only);
            only = null;
        }
        several.add(instance);
    }

    void letGo(Instance instance) {
        if (only == instance) {
            only = null;
        } else if (several != null) {
            several.remove(instance);
        }
    }

    Collection<Instance> holders() {
        return several != null ? several : only != null ? Collections.singleton(only) : Collections.emptySet();
    }

    /** The instance made for this key, where the table has one parameter. */
    Instance only() {
        return only;
    }

    /** Tells tables of the keys whose objects have been collected since the last call. */
    static void expunge() {
        for (Object dead = DEAD.poll(); dead != null; dead = DEAD.poll()) {
            Key key = (Key) dead;
            key.table.died(key);
        }
    }
}
