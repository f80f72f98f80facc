package residua.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The instances of one context below one instance of its parent. All methods are to be called with the lock of
 * {@link Gate} held.
 *
 * <p>An instance whose weakly held key has been collected stays as long as events that do not bind that key could make it
 * report or act: what a program reports does not depend on when garbage is collected.
 */
public abstract class Table {
    static final Instance[] NONE = {};
    private static final Comparator<Instance> BY_CREATION = Comparator.comparingLong(instance -> instance.number);

    private final Keys[] parameters;
    /** By what they are made for; not used where there is one parameter, as keys know their instance then. */
    private final Map<Tuple, Instance> instances;
    /** By domain, those that may still be extended; not used where there is one parameter. */
    private final Map<Long, Set<Instance>> extensible;
    private Instance first;
    private Instance last;
    private int size;
    private long made;
    /** Collected keys of instances that still matter. */
    private List<Key> lingering = new ArrayList<>(0);
    private int reviewAt = 8;

    /**
     * An empty table.
     *
     * @param arity number of parameters
     * @param byEquals bit n is set where parameter n is compared by {@code equals}
     * @param weak bit n is set where parameter n may be held weakly
     */
    protected Table(int arity, long byEquals, long weak) {
        parameters = new Keys[arity];
        instances = arity == 1 ? null : new HashMap<>();
        extensible = arity == 1 ? null : new TreeMap<>();
        for (int i = 0; i < arity; i++) {
            parameters[i] = new Keys(this, i, (byEquals >> i & 1) != 0, (weak >> i & 1) != 0);
        }
    }

    /** A new instance of the context, not begun. */
    protected abstract Instance make();

    /**
     * Whether instances that would only repeat another one need not be made yet: properties are automata and nothing else,
     * so that an instance is known by its states. See {@link Slices}.
     */
    protected boolean waits() {
        return false;
    }

    /**
     * Whether instances with these parameters bound may ever be in a state with a transition on the events of a delivery.
     *
     * @param delivery number of the delivery
     * @param domain bit n is set where parameter n is bound; 0 asks for one that has just begun
     */
    protected boolean mayHear(int delivery, long domain) {
        return true;
    }

    /**
     * The same, given that no instance is made before an event that moves it or one that it extends: more precise, but an
     * instance that hears a delivery may do so no more with more parameters bound.
     *
     * @param delivery number of the delivery
     * @param domain bit n is set where parameter n is bound
     */
    protected boolean mayMove(int delivery, long domain) {
        return true;
    }

    /** The instance for exactly these objects, one for each parameter; null if there is none. */
    public final Instance find(Object... objects) {
        Key.expunge();
        if (instances == null) {
            Key key = parameters[0].find(objects[0]);
            return key == null ? null : key.only();
        }
        Tuple tuple = known(objects, -1L);
        return tuple == null ? null : exactly(tuple);
    }

    /** The instance for exactly these objects, made if there is none. */
    public final Instance obtain(Object... objects) {
        Instance found = find(objects);
        if (found != null) {
            return found;
        }
        Instance made = add(intern(objects, -1L));
        made.beginInstance();
        return made;
    }

    /** All instances in the order of their creation, as they are now. */
    public final Instance[] all() {
        if (size == 0) {
            return NONE;
        }
        Instance[] all = new Instance[size];
        int i = 0;
        for (Instance instance = first; instance != null; instance = instance.after) {
            all[i++] = instance;
        }
        return all;
    }

    /**
     * The instances that bind the parameters in {@code domain} to these objects, in the order of their creation.
     *
     * @param domain bit n is set where {@code objects[n]} counts
     * @param objects one for each parameter
     */
    public final Instance[] matching(long domain, Object... objects) {
        Key.expunge();
        Tuple less = known(objects, domain);
        return less == null ? NONE : matching(less, Slices.EVERY).toArray(NONE);
    }

    /**
     * The instances that an event is to be delivered to under slicing, in the order of their creation; makes those that
     * the event brings about.
     *
     * @param domain bit n is set where the event binds parameter n
     * @param creates whether the event may make an instance from nothing
     * @param delivery number of the event's delivery
     * @param objects what it binds, one for each parameter
     */
    public final Instance[] slice(long domain, boolean creates, int delivery, Object... objects) {
        return waits() ? Slices.await(this, domain, objects, creates, delivery)
                : Slices.select(this, domain, objects, creates);
    }

    /** The sets of parameters for which instances have been made, in a fixed order. */
    final Collection<Long> domains() {
        return extensible == null ? Collections.emptySet() : extensible.keySet();
    }

    /**
     * The unfinished instances with these parameters bound that agree with a binding. Neither binds all that the other
     * does.
     */
    final List<Instance> joinable(long domain, Tuple event) {
        List<Instance> found = new ArrayList<>();
        long common = domain & event.domain;
        Set<Instance> group = extensible.get(domain);
        group.removeIf(Instance::isInstanceFinished);
        for (Instance instance : common == 0 ? group : sharing(event, common, domain)) {
            if (instance.keys.agrees(event) && !instance.isInstanceFinished()) {
                found.add(instance);
            }
        }
        return found;
    }

    /**
     * The instances that an event with this binding is to be delivered to, in the order of their creation.
     *
     * @param delivery number of the delivery: instances to which it surely does nothing are left out, unless it is {@link Slices#EVERY}
     */
    final List<Instance> matching(Tuple less, int delivery) {
        Key fewest = null;
        for (Key key : less.keys) {
            if (key != null && (fewest == null || key.holders() < fewest.holders())) {
                fewest = key;
            }
        }
        if (fewest == null) {
            return Arrays.asList(all());
        }
        List<Instance> found = new ArrayList<>();
        if (instances == null) {
            if (fewest.only() != null) {
                found.add(fewest.only());
            }
            return found;
        }
        for (Key.Group group = fewest.groups(); group != null; group = group.next) {
            if ((less.domain & ~group.domain) != 0 || delivery != Slices.EVERY && !mayMove(delivery, group.domain)) {
                continue;
            }
            for (Instance instance : group.instances()) {
                if (instance.keys.agrees(less)) {
                    found.add(instance);
                }
            }
        }
        found.sort(BY_CREATION);
        return found;
    }

    /**
     * Instances that bind the parameters in {@code domain}, among which all those are that have the keys of {@code tuple} in
     * {@code common}; few, if one of these keys has few.
     */
    private static Collection<Instance> sharing(Tuple tuple, long common, long domain) {
        Collection<Instance> fewest = null;
        for (Key key : tuple.keys) {
            if (key == null || (common >> key.position & 1) == 0) {
                continue;
            }
            Key.Group group = key.group(domain);
            if (group == null) {
                return Collections.emptySet();
            }
            if (fewest == null || group.instances().size() < fewest.size()) {
                fewest = group.instances();
            }
        }
        return fewest;
    }

    final boolean hasOneParameter() {
        return instances == null;
    }

    /** The instance made for exactly {@code tuple}; null if there is none. */
    final Instance exactly(Tuple tuple) {
        if (instances != null) {
            return instances.get(tuple);
        }
        return tuple.domain == 0 ? unbound() : tuple.keys[0].only();
    }

    private Instance unbound() {
        for (Instance instance = first; instance != null; instance = instance.after) {
            if (instance.keys.domain == 0) {
                return instance;
            }
        }
        return null;
    }

    /** The tuple of these objects; null if one of them is no key of the table. */
    final Tuple known(Object[] objects, long domain) {
        Key[] keys = new Key[objects.length];
        for (int i = 0; i < objects.length; i++) {
            if ((domain >> i & 1) != 0) {
                keys[i] = parameters[i].find(objects[i]);
                if (keys[i] == null) {
                    return null;
                }
            }
        }
        return new Tuple(keys);
    }

    /** The tuple of these objects, which become keys of the table. */
    final Tuple intern(Object[] objects, long domain) {
        Key[] keys = new Key[objects.length];
        for (int i = 0; i < objects.length; i++) {
            keys[i] = (domain >> i & 1) != 0 ? parameters[i].intern(objects[i]) : null;
        }
        return new Tuple(keys);
    }

    /** Forgets the keys of a tuple that no instance is made for. */
    final void forgetUnused(Tuple tuple) {
        for (Key key : tuple.keys) {
            if (key != null && key.holders() == 0) {
                parameters[key.position].remove(key);
            }
        }
    }

    /** A new instance for exactly {@code tuple}, not begun. */
    final Instance add(Tuple tuple) {
        Instance added = make();
        added.table = this;
        added.keys = tuple;
        added.number = made++;
        if (instances != null) {
            instances.put(tuple, added);
            extensible.computeIfAbsent(tuple.domain, domain -> new LinkedHashSet<>()).add(added);
        }
        for (Key key : tuple.keys) {
            if (key != null) {
                key.hold(added);
            }
        }
        append(added);
        return added;
    }

    private void append(Instance added) {
        added.before = last;
        if (last == null) {
            first = added;
        } else {
            last.after = added;
        }
        last = added;
        size++;
    }

    private void unlink(Instance instance) {
        if (instance.before == null) {
            first = instance.after;
        } else {
            instance.before.after = instance.after;
        }
        if (instance.after == null) {
            last = instance.before;
        } else {
            instance.after.before = instance.before;
        }
        size--;
    }

    final void remove(Instance instance) {
        if (instances != null) {
            instances.remove(instance.keys);
            extensible.get(instance.keys.domain).remove(instance);
        }
        for (Key key : instance.keys.keys) {
            if (key != null) {
                key.letGo(instance);
            }
        }
        forgetUnused(instance.keys);
        unlink(instance);
        instance.retire();
    }

    /** The object of a key has been collected. */
    final void died(Key key) {
        if (!drop(key)) {
            lingering.add(key);
        }
        if (lingering.size() >= reviewAt) {
            review();
        }
    }

    private void review() {
        List<Key> old = lingering;
        lingering = new ArrayList<>();
        for (Key key : old) {
            if (!drop(key)) {
                lingering.add(key);
            }
        }
        reviewAt = Math.max(8, lingering.size() * 2);
    }

    /**
     * Drops the instances of a collected key if none of them matters any more. They go together: slicing derives the state
     * of a new instance from all that are less informative.
     */
    private boolean drop(Key key) {
        List<Instance> holders = new ArrayList<>(key.holders());
        if (key.only() != null) {
            holders.add(key.only());
        }
        for (Key.Group group = key.groups(); group != null; group = group.next) {
            holders.addAll(group.instances());
        }
        for (Instance instance : holders) {
            if (instance.instanceMattersWithout(key.position)) {
                return false;
            }
        }
        for (Instance instance : holders) {
            remove(instance);
        }
        return true;
    }
}
