package residua.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Collection;
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
    private final Class<?> type;
    private final int identity;
    /** The only instance, where the table has one parameter. */
    private Instance only;
    /** The instances where it has several, by the parameters that they bind; null where there are none. */
    private Group groups;
    private int size;

    /** Instances made for one key that bind the same parameters, in the order of their creation. */
    static final class Group {
        final long domain;
        final Group next;
        private final Set<Instance> instances = new LinkedHashSet<>(2);

        Group(long domain, Group next) {
            this.domain = domain;
            this.next = next;
        }

        Collection<Instance> instances() {
            return instances;
        }
    }

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
        this.type = object.getClass();
        this.identity = System.identityHashCode(object);
    }

    /** The object; null where it has been collected. */
    Object object() {
        return strong != null ? strong : get();
    }

    /** Class name, {@code @} and identity hash of the object, also after it has been collected. */
    @Override
    public String toString() {
        return type.getName() + "@" + Integer.toHexString(identity);
    }

    void hold(Instance instance) {
        size++;
        if (table.hasOneParameter()) {
            only = instance;
            return;
        }
        Group group = group(instance.keys.domain);
        if (group == null) {
            group = groups = new Group(instance.keys.domain, groups);
        }
        group.instances.add(instance);
    }

    void letGo(Instance instance) {
        size--;
        if (only == instance) {
            only = null;
        } else {
            group(instance.keys.domain).instances.remove(instance);
        }
    }

    /** How many instances are made for this key. */
    int holders() {
        return size;
    }

    /** The instances made for this key that bind these parameters; null where there have been none. */
    Group group(long domain) {
        for (Group group = groups; group != null; group = group.next) {
            if (group.domain == domain) {
                return group;
            }
        }
        return null;
    }

    /** The first of the groups of instances made for this key. */
    Group groups() {
        return groups;
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
