package residua.runtime;

import java.util.HashMap;
import java.util.Map;

/** A key of a context with several parameters, and the instances that are made for it. */
final class ParameterKey extends DescribedKey {
    final int position;
    /** The only instance; null where there is none, and for good when there are several. */
    private Instance only;
    /** The instances, where there have been several. */
    private Group groups;

    /** Instances made for one key that bind the same parameters, in the order of their creation. */
    static final class Group {
        /** More are found by their bindings. */
        private static final int FEW = 12;

        final long domain;
        final Group next;
        final Roster roster = new Roster();
        /** By what they are made for; null until there are more than few. */
        private Map<Tuple, Instance> index;

        Group(long domain, Group next) {
            this.domain = domain;
            this.next = next;
        }

        void add(Instance instance) {
            roster.add(instance);
            if (index != null) {
                if (index.size() > 2 * roster.size()) {
                    index = null;
                } else {
                    index.put(instance.tuple, instance);
                }
            }
        }

        /** The instance made for what {@code tuple} binds of this; null if there is none. */
        Instance exactly(Tuple tuple) {
            if (roster.size() > FEW) {
                Instance found = index().get(tuple.domain == domain ? tuple : tuple.restrict(domain));
                return found == null || found.isInstanceForgotten() ? null : found;
            }
            Instance[] items = roster.items();
            for (int i = roster.size() - 1; i >= 0; i--) {
                if (items[i].tuple.agrees(tuple) && !items[i].isInstanceForgotten()) {
                    return items[i];
                }
            }
            return null;
        }

        /**
         * The instances, forgotten ones among them; a null ends the array early. Those that no event with the key moves any
         * more are left out for good, unless it is by this group that they are found.
         *
         * @param position the parameter of the key
         */
        Instance[] reached(int position) {
            if (roster.size() > FEW && 63 - Long.numberOfLeadingZeros(domain) != position) {
                roster.leaveOut(position);
            }
            return roster.items();
        }

        private Map<Tuple, Instance> index() {
            if (index == null) {
                index = new HashMap<>();
                for (Instance instance : roster.living()) {
                    index.put(instance.tuple, instance);
                }
            }
            return index;
        }
    }

    ParameterKey(int position, Object object, boolean weak, boolean lasts) {
        super(object, weak, lasts);
        this.position = position;
    }

    void hold(Instance instance) {
        if (only == null && groups == null) {
            only = instance;
            return;
        }
        if (only != null) {
            groupFor(only).add(only);
            only = null;
        }
        groupFor(instance).add(instance);
    }

    /** Forgets an instance that has been dropped, if that is easily done. */
    void forget(Instance dropped) {
        if (only == dropped) {
            only = null;
        } else if (only == null) {
            Group group = group(dropped.tuple.domain);
            if (group != null && group.index == null) {
                group.roster.removeLast(dropped);
            }
        }
    }

    private Group groupFor(Instance instance) {
        long domain = instance.tuple.domain;
        Group group = group(domain);
        if (group == null) {
            group = groups = new Group(domain, groups);
        }
        return group;
    }

    private Group group(long domain) {
        for (Group group = groups; group != null; group = group.next) {
            if (group.domain == domain) {
                return group;
            }
        }
        return null;
    }

    /** How many instances are made for this key, forgotten ones among them. */
    int holders() {
        int holders = only == null ? 0 : 1;
        for (Group group = groups; group != null; group = group.next) {
            holders += group.roster.size();
        }
        return holders;
    }

    /** The instance for exactly these keys of {@code tuple}, whose {@linkplain Tuple#home home} this is; null if there is none. */
    Instance exactly(Tuple tuple, long domain) {
        if (only != null) {
            boolean is = only.tuple.domain == domain && only.tuple.agrees(tuple) && !only.isInstanceForgotten();
            return is ? only : null;
        }
        Group group = group(domain);
        return group == null ? null : group.exactly(tuple);
    }

    /** The only instance made for this key so far; null where there are none or have been several. */
    Instance only() {
        return only;
    }

    /** How many of those instances bind these parameters. */
    int holders(long domain) {
        if (only != null) {
            return only.tuple.domain == domain ? 1 : 0;
        }
        Group group = group(domain);
        return group == null ? 0 : group.roster.size();
    }

    /** The instances made for this key that bind these parameters, also forgotten ones; a null ends the array early. */
    Instance[] binding(long domain) {
        if (only != null) {
            return only.tuple.domain == domain ? new Instance[] {only} : Table.NONE;
        }
        Group group = group(domain);
        return group == null ? Table.NONE : group.roster.items();
    }

    /** The first of the groups of instances made for this key; null where there is {@link #only} one. */
    Group groups() {
        return groups;
    }

    /** Whether an instance made for this key hears a delivery in the states it is in. */
    boolean hears(int delivery) {
        if (only != null) {
            return hears(only, delivery);
        }
        for (Group group = groups; group != null; group = group.next) {
            Instance[] items = group.roster.items();
            for (int i = 0; i < group.roster.size(); i++) {
                if (hears(items[i], delivery)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean hears(Instance instance, int delivery) {
        return !instance.isInstanceForgotten() && instance.instanceHears(delivery);
    }

    /** Whether no instance is made for this key any more. */
    boolean isUnused() {
        if (only != null) {
            return only.isInstanceForgotten();
        }
        for (Group group = groups; group != null; group = group.next) {
            Instance[] items = group.roster.items();
            for (int i = 0; i < group.roster.size(); i++) {
                if (!items[i].isInstanceForgotten()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Drops the instances made for this key, which nothing will be looked for again, unless one of them still matters. */
    boolean drop() {
        if (only != null) {
            return drop(only);
        }
        for (Group group = groups; group != null; group = group.next) {
            Instance[] items = group.roster.items();
            for (int i = 0; i < group.roster.size(); i++) {
                if (matters(items[i])) {
                    return false;
                }
            }
        }
        for (Group group = groups; group != null; group = group.next) {
            Instance[] items = group.roster.items();
            for (int i = 0; i < group.roster.size(); i++) {
                items[i].retire();
            }
        }
        return true;
    }

    private boolean drop(Instance instance) {
        if (matters(instance)) {
            return false;
        }
        instance.retire();
        return true;
    }

    private boolean matters(Instance instance) {
        return !instance.isInstanceForgotten() && instance.instanceMattersWithout(position);
    }

    @Override
    void letGo() {
        only = null;
        groups = null;
    }

    /** Makes the other keys of the instances forget these, if that is easily done. */
    void leaveOthers() {
        if (only != null) {
            leaveOthers(only);
            return;
        }
        for (Group group = groups; group != null; group = group.next) {
            Instance[] items = group.roster.items();
            for (int i = 0; i < group.roster.size(); i++) {
                leaveOthers(items[i]);
            }
        }
    }

    private void leaveOthers(Instance instance) {
        for (ParameterKey other : instance.tuple.keys) {
            if (other != null && other != this) {
                other.forget(instance);
            }
        }
    }
}
