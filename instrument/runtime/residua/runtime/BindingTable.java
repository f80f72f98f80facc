package residua.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The instances of a context with several parameters, or one whose instances come about by slicing: an instance may leave
 * parameters open.
 */
public abstract class BindingTable extends Table {
    // Not a lambda expression, here and in what else most programs run: the first one of a program takes tens of milliseconds.
    private static final Comparator<Instance> BY_CREATION = new Comparator<Instance>() {
        @Override
        public int compare(Instance one, Instance other) {
            return Long.compare(one.tuple.number, other.tuple.number);
        }
    };

    private final Keys[] parameters;
    /** The sets of parameters for which instances have been made, ascending; instances that may have to be found without a key. */
    private long[] domains = {};
    private Roster[] rosters = {};
    private Instance unbound;
    private long made;

    /**
     * An empty table.
     *
     * @param arity number of parameters
     * @param byEquals bit n is set where parameter n is compared by {@code equals}
     * @param weak bit n is set where parameter n may be held weakly
     * @param lasts whether finalizers may raise events of objects to which weak references have been cleared
     * @param carriers by which the objects of each parameter carry their keys; null where they do not
     */
    protected BindingTable(int arity, long byEquals, long weak, boolean lasts, LateCarrier... carriers) {
        super(lasts);
        parameters = new Keys[arity];
        for (int i = 0; i < arity; i++) {
            parameters[i] = Keys.of(this, i, (byEquals >> i & 1) != 0, (weak >> i & 1) != 0, carriers[i]);
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
     * Whether instances with these parameters bound may have to be found by an event that binds none of them, or none that
     * they bind.
     *
     * @param domain bit n is set where parameter n is bound
     */
    protected boolean isListed(long domain) {
        return true;
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
        ParameterKey[] keys = known(objects, -1L);
        return covers(keys, whole()) ? exactly(new Tuple(keys)) : null;
    }

    /** The instance for exactly these objects, made if there is none. */
    public final Instance obtain(Object... objects) {
        Tuple tuple = intern(objects, known(objects, -1L), -1L);
        Instance found = exactly(tuple);
        if (found != null) {
            return found;
        }
        Instance made = add(tuple);
        made.beginInstance();
        return made;
    }

    @Override
    public final Instance[] all() {
        if (rosters.length == 1) {
            return rosters[0].living();
        }
        List<Instance> all = new ArrayList<>();
        for (Roster roster : rosters) {
            all.addAll(Arrays.asList(roster.living()));
        }
        all.sort(BY_CREATION);
        return all.toArray(NONE);
    }

    /**
     * The instances that bind the parameters in {@code domain} to these objects, in the order of their creation.
     *
     * @param domain bit n is set where {@code objects[n]} counts
     * @param objects one for each parameter
     */
    public final Instance[] matching(long domain, Object... objects) {
        ParameterKey[] keys = known(objects, domain);
        return covers(keys, domain) ? matching(keys, domain, Slices.EVERY) : NONE;
    }

    /**
     * The instances that an event is to be delivered to under slicing, in the order of their creation; makes those that
     * the event brings about. A null ends the array early.
     *
     * @param domain bit n is set where the event binds parameter n
     * @param creates whether the event may make an instance from nothing
     * @param delivery number of the event's delivery
     * @param objects what it binds, one for each parameter
     */
    public final Instance[] slice(long domain, boolean creates, int delivery, Object... objects) {
        forgetEnded();
        return waits() ? Slices.await(this, domain, objects, creates, delivery)
                : Slices.select(this, domain, objects, creates);
    }

    /**
     * The same for an event that binds one parameter and makes no instances.
     *
     * @param delivery number of the event's delivery
     * @param position the parameter
     * @param object what it is bound to
     */
    public final Instance[] reached(int delivery, int position, Object object) {
        forgetEnded();
        ParameterKey key = (ParameterKey) parameters[position].find(object);
        return key == null ? NONE : reached(key, delivery);
    }

    /** What an event does first: instances of loops that have ended may be moved by it, and switch on what nobody hears. */
    private void forgetEnded() {
        for (Keys keys : parameters) {
            keys.forgetEnded();
        }
    }

    /**
     * Whether an event surely does nothing, which binds one parameter and makes no instances, where instances are known by their
     * states. It may be asked by any thread, at any time: what it looks at is changed by events of this thread alone, or read as it
     * was before another one comes.
     *
     * @param delivery number of the event's delivery
     * @param position the parameter
     * @param object what it is bound to
     */
    public final boolean isIdle(int delivery, int position, Object object) {
        if (object == null || Counters.ON || !Gate.isAlone()) {
            return false;
        }
        ParameterKey key = (ParameterKey) parameters[position].seen(object);
        if (key == null) {
            return parameters[position].hasMissed(object);
        }
        Instance only = key.only();
        return only != null && !only.instanceHears(delivery);
    }

    /** The sets of parameters for which instances have been made, in a fixed order. */
    final long[] domains() {
        return domains;
    }

    /** The set of all parameters. */
    final long whole() {
        return (1L << parameters.length) - 1;
    }

    /**
     * Instances that bind the parameters in {@code domain}, among which all those are that agree with {@code tuple}; few, if
     * one of the keys that both bind has few. A null ends the array early.
     */
    final Instance[] sharing(Tuple tuple, long domain) {
        long common = tuple.domain & domain;
        if (common == 0) {
            int at = Arrays.binarySearch(domains, domain);
            return at < 0 ? NONE : rosters[at].items();
        }
        ParameterKey fewest = null;
        for (ParameterKey key : tuple.keys) {
            boolean isCommon = key != null && (common >> key.position & 1) != 0;
            if (isCommon && (fewest == null || key.holders(domain) < fewest.holders(domain))) {
                fewest = key;
            }
        }
        return fewest.binding(domain);
    }

    /**
     * The instances that bind these keys, in the order of their creation, also forgotten ones; a null ends the array early.
     *
     * @param delivery number of the delivery: instances to which it surely does nothing are left out, unless it is {@link Slices#EVERY}
     */
    final Instance[] matching(ParameterKey[] keys, long domain, int delivery) {
        ParameterKey fewest = null;
        int least = Integer.MAX_VALUE;
        // Backwards: the last parameter is often the newest, with one instance or none.
        for (int i = keys.length - 1; i >= 0 && least > 1; i--) {
            int holders = keys[i] == null ? least : keys[i].holders();
            if (holders < least) {
                fewest = keys[i];
                least = holders;
            }
        }
        if (fewest == null) {
            return all();
        }
        if (domain == 1L << fewest.position && delivery != Slices.EVERY) {
            return reached(fewest, delivery);
        }
        Instance only = fewest.only();
        if (only != null) {
            boolean hears = (domain & ~only.tuple.domain) == 0
                    && (delivery == Slices.EVERY || mayMove(delivery, only.tuple.domain));
            return hears && binds(only, keys) ? new Instance[] {only} : NONE;
        }
        List<Instance> found = new ArrayList<>();
        int groups = 0;
        for (ParameterKey.Group group = fewest.groups(); group != null; group = group.next) {
            if ((domain & ~group.domain) != 0 || delivery != Slices.EVERY && !mayMove(delivery, group.domain)) {
                continue;
            }
            groups++;
            for (Instance instance : group.roster.living()) {
                if (binds(instance, keys)) {
                    found.add(instance);
                }
            }
        }
        if (groups > 1) {
            found.sort(BY_CREATION);
        }
        return found.isEmpty() ? NONE : found.toArray(NONE);
    }

    private static boolean binds(Instance instance, ParameterKey[] keys) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != null && instance.tuple.keys[i] != keys[i]) {
                return false;
            }
        }
        return true;
    }

    /** The instances made for a key that a delivery may move. Where they wait, nothing changes while they are visited. */
    private Instance[] reached(ParameterKey key, int delivery) {
        Instance only = key.only();
        if (only != null) {
            return mayMove(delivery, only.tuple.domain) ? new Instance[] {only} : NONE;
        }
        Instance[] found = NONE;
        for (ParameterKey.Group group = key.groups(); group != null; group = group.next) {
            if (!mayMove(delivery, group.domain)) {
                continue;
            }
            Instance[] more = waits() ? group.reached(key.position) : group.roster.living();
            found = found.length == 0 ? more : merged(found, more);
        }
        return found;
    }

    private static Instance[] merged(Instance[] some, Instance[] others) {
        List<Instance> all = new ArrayList<>(some.length + others.length);
        addUpToNull(all, some);
        addUpToNull(all, others);
        all.sort(BY_CREATION);
        return all.toArray(NONE);
    }

    private static void addUpToNull(List<Instance> all, Instance[] more) {
        for (int i = 0; i < more.length && more[i] != null; i++) {
            all.add(more[i]);
        }
    }

    /** The instance made for exactly {@code tuple}; null if there is none. */
    final Instance exactly(Tuple tuple) {
        return exactly(tuple, tuple.domain);
    }

    /** The instance made for exactly the keys that {@code tuple} has for a set of parameters, all of which it binds; or null. */
    final Instance exactly(Tuple tuple, long domain) {
        return domain == 0 ? unbound : tuple.home(domain).exactly(tuple, domain);
    }

    /** The keys of these objects, null where there is none. */
    final ParameterKey[] known(Object[] objects, long domain) {
        ParameterKey[] keys = new ParameterKey[parameters.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = (domain >> i & 1) != 0 ? (ParameterKey) parameters[i].find(objects[i]) : null;
        }
        return keys;
    }

    /** Whether there is a key for each parameter of a set. */
    static boolean covers(ParameterKey[] keys, long domain) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] == null && (domain >> i & 1) != 0) {
                return false;
            }
        }
        return true;
    }

    /** The tuple of these objects; those that have none of the known keys become keys of the table. */
    final Tuple intern(Object[] objects, ParameterKey[] known, long domain) {
        for (int i = 0; i < known.length; i++) {
            if (known[i] == null && (domain >> i & 1) != 0) {
                known[i] = (ParameterKey) parameters[i].intern(objects[i]);
            }
        }
        return new Tuple(known);
    }

    /** Forgets the keys of a tuple that no instance is made for. */
    final void forgetUnused(Tuple tuple) {
        for (ParameterKey key : tuple.keys) {
            if (key != null && key.holders() == 0) {
                parameters[key.position].remove(key);
            }
        }
    }

    /** A new instance for exactly {@code tuple}, not begun. */
    final Instance add(Tuple tuple) {
        Instance added = make();
        added.tuple = tuple;
        tuple.number = made++;
        for (ParameterKey key : tuple.keys) {
            if (key != null) {
                key.hold(added);
            }
        }
        if (tuple.domain == 0) {
            unbound = added;
        }
        note(tuple.domain, added);
        return added;
    }

    private void note(long domain, Instance added) {
        int at = Arrays.binarySearch(domains, domain);
        if (at < 0) {
            at = -1 - at;
            long[] more = new long[domains.length + 1];
            Roster[] longer = new Roster[more.length];
            System.arraycopy(domains, 0, more, 0, at);
            System.arraycopy(rosters, 0, longer, 0, at);
            System.arraycopy(domains, at, more, at + 1, domains.length - at);
            System.arraycopy(rosters, at, longer, at + 1, domains.length - at);
            more[at] = domain;
            longer[at] = new Roster();
            domains = more;
            rosters = longer;
        }
        if (isListed(domain)) {
            rosters[at].add(added);
        }
    }

    @Override
    final int ask(int delivery, long positions) {
        int asked = 0;
        for (int i = 0; i < parameters.length; i++) {
            if ((positions >> i & 1) != 0) {
                int more = parameters[i].ask(delivery);
                if (more < 0) {
                    return ~(asked + ~more);
                }
                asked += more;
            }
        }
        return asked;
    }

    @Override
    final boolean hears(Key key, int delivery) {
        return ((ParameterKey) key).hears(delivery);
    }

    @Override
    final Key makeKey(int position, Object object, boolean weak) {
        return new ParameterKey(position, object, weak, lasts);
    }

    @Override
    final void remove(Instance instance) {
        instance.retire();
        if (instance == unbound) {
            unbound = null;
        }
        for (ParameterKey key : instance.tuple.keys) {
            if (key != null && key.isUnused()) {
                parameters[key.position].remove(key);
            }
        }
    }

    @Override
    final void forget(Key key) {
        ((ParameterKey) key).leaveOthers();
    }

    /** They go together: slicing derives the state of a new instance from all that are less informative. */
    @Override
    final boolean drop(Key key, int position) {
        return ((ParameterKey) key).drop();
    }
}
