package residua.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Parametric slicing (Meredith and Rosu, "Runtime Verification with the RV System", section 3.1): an instance for a binding
 * has seen the events whose bindings are less or equally informative.
 *
 * <p>An event with binding b makes an instance for b and for every join of b with a compatible instance, each starting from
 * the state of the largest instance that is less informative, and is then delivered to all instances that are at least as
 * informative as b. An event that may not create joins with instances that there are, and makes none from nothing.
 *
 * <p>Of several instances that one event makes, each takes the place of the earliest instance whose join with b it is made
 * for; where that is none, as for b itself when it comes from nothing, it is last. Whether the earliest one is finished
 * makes no difference, so that the order does not depend on what has been left out.
 *
 * <p>Instances that are finished (no event can make them report or act any more) are not extended. That loses nothing: what
 * would be derived from one is finished as well, and stays recognisable as such, because either its largest less informative
 * instance is finished or there are two that nothing joins, which happens only where the join was left out.
 */
final class Slices {
    /** In the place of a delivery: leave out nothing. */
    static final int EVERY = -1;

    private static final Comparator<Tuple> BY_SIZE = new Comparator<Tuple>() {
        @Override
        public int compare(Tuple one, Tuple other) {
            return Long.bitCount(one.domain) - Long.bitCount(other.domain);
        }
    };
    private static final Comparator<Origin> BY_PLACE = new Comparator<Origin>() {
        @Override
        public int compare(Origin one, Origin other) {
            return Long.compare(one.place, other.place);
        }
    };

    private Slices() {}

    /**
     * The instances that an event is to be delivered to, in the order of their creation, after those that the event makes
     * have been made.
     *
     * @param table the instances of the context
     * @param domain the parameters that the event binds
     * @param objects to what, one for each parameter
     * @param creates whether the event may make an instance from nothing
     */
    static Instance[] select(BindingTable table, long domain, Object[] objects, boolean creates) {
        Tuple event = table.intern(objects, table.known(objects, domain), domain);
        List<Origin> origins = new ArrayList<>();
        for (Tuple join : joins(table, event, EVERY)) {
            addIfAny(origins, derive(table, join, false));
        }
        addIfAny(origins, derive(table, event, creates));
        return made(table, event, origins, EVERY);
    }

    /** Makes instances; then those that the event is to be delivered to. */
    private static Instance[] made(BindingTable table, Tuple event, List<Origin> origins, int delivery) {
        if (origins.size() > 1) {
            for (Origin origin : origins) {
                origin.place = earliestJoined(table, event, origin.tuple);
            }
            origins.sort(BY_PLACE);
        }
        for (Origin origin : origins) {
            origin.make(table);
        }
        return chosen(table, event, delivery);
    }

    /** The instances that an event is to be delivered to. */
    private static Instance[] chosen(BindingTable table, Tuple event, int delivery) {
        Instance[] chosen = table.matching(event.keys, event.domain, delivery);
        if (chosen.length == 0) {
            table.forgetUnused(event);
        }
        return chosen;
    }

    /**
     * The same where instances are known by their states, without those that would only repeat another one.
     *
     * <p>An instance that was to be made from another one, and to which the event does nothing, goes on being what that one
     * is: it is not made before an event comes that the two hear differently, and is made from it then. One largest
     * instance that is less informative must always stand for it: what joins two that there are is there, or finished. So it
     * is made nevertheless where the event makes another one that is less informative than it. No other can come between:
     * what joins that one with its origin would be there.
     *
     * @param delivery number of the event's delivery
     */
    static Instance[] await(BindingTable table, long domain, Object[] objects, boolean creates, int delivery) {
        ParameterKey[] known = table.known(objects, domain);
        if (creates && domain == table.whole() && table.mayHear(delivery, 0) && extendsNone(table, known)) {
            return made(table, delivery, table.intern(objects, known, domain));
        }
        if (!mayMake(table, domain, known, creates, delivery)) {
            return BindingTable.covers(known, domain) ? table.matching(known, domain, delivery) : Table.NONE;
        }
        Tuple event = table.intern(objects, known, domain);
        Origin own = derive(table, event, creates);
        boolean isHeard = own != null && own.hears(table, delivery);
        // Of the joins that there are now none may be without its instance where the event has one.
        List<Tuple> joins = joins(table, event, isHeard ? EVERY : delivery);
        if (joins.isEmpty()) {
            if (isHeard) {
                own.make(table);
            }
            return chosen(table, event, delivery);
        }
        if (joins.size() == 1 && !isHeard) {
            Origin origin = derive(table, joins.get(0), false);
            if (origin != null && origin.hears(table, delivery)) {
                origin.make(table);
            }
            return chosen(table, event, delivery);
        }
        List<Origin> origins = new ArrayList<>(2);
        addHeard(origins, table, event, joins, isHeard ? EVERY : delivery);
        if (isHeard) {
            origins.add(own);
        }
        return made(table, event, origins, delivery);
    }

    /** Adds the origins of what a delivery does something to, or to something that they extend; of all if it is {@link #EVERY}. */
    private static void addHeard(List<Origin> origins, BindingTable table, Tuple event, List<Tuple> joins, int delivery) {
        joins.sort(BY_SIZE);
        Set<Tuple> made = new HashSet<>();
        for (Tuple join : joins) {
            Origin origin = derive(table, join, false);
            boolean isHeard = origin != null && (delivery == EVERY || origin.hears(table, delivery));
            if (isHeard || origin != null && extendsAny(join, event, made)) {
                made.add(join);
                origins.add(origin);
            }
        }
    }

    /** Whether each instance that there is binds a parameter to which an event that binds all gives an object without a key. */
    private static boolean extendsNone(BindingTable table, ParameterKey[] known) {
        for (long domain : table.domains()) {
            if (BindingTable.covers(known, domain)) {
                return false;
            }
        }
        return true;
    }

    /** The same where the event makes an instance from nothing and no other: it binds all parameters. */
    private static Instance[] made(BindingTable table, int delivery, Tuple event) {
        Instance made = new Origin(event, null).make(table);
        return table.mayMove(delivery, event.domain) ? new Instance[] {made} : Table.NONE;
    }

    /**
     * Whether an event could make an instance: from nothing, or from one that it extends or is joined with, which then is
     * made for all keys that both bind.
     */
    private static boolean mayMake(BindingTable table, long event, ParameterKey[] known, boolean creates, int delivery) {
        if (creates && table.mayHear(delivery, 0)) {
            return true;
        }
        for (long domain : table.domains()) {
            if ((event & ~domain) != 0 && table.mayHear(delivery, domain)
                    && BindingTable.covers(known, event & domain)) {
                return true;
            }
        }
        return false;
    }

    /** Whether neither set of parameters contains the other. */
    private static boolean isBeside(long domain, long other) {
        return (domain & ~other) != 0 && (other & ~domain) != 0;
    }

    /** Whether a join is more informative than one of those, which all are more informative than the event. */
    private static boolean extendsAny(Tuple join, Tuple event, Set<Tuple> made) {
        long beyond = join.domain & ~event.domain;
        for (long part = beyond; part != 0; ) {
            part = (part - 1) & beyond;
            if (made.contains(join.restrict(event.domain | part))) {
                return true;
            }
        }
        return false;
    }

    /** A binding to make an instance for, and the instance whose state it takes over; null for none. */
    private static final class Origin {
        final Tuple tuple;
        final Instance from;
        /** Among those that an event makes: the number of the earliest instance whose join with the event's binding it is. */
        long place;

        Origin(Tuple tuple, Instance from) {
            this.tuple = tuple;
            this.from = from;
        }

        boolean hears(BindingTable table, int delivery) {
            return from == null ? table.mayHear(delivery, 0) : from.instanceHears(delivery);
        }

        Instance make(BindingTable table) {
            Instance made = table.add(tuple);
            if (from == null) {
                made.beginInstance();
            } else {
                made.copyInstance(from);
            }
            return made;
        }
    }

    /** The number of the earliest instance whose join with the event's binding is {@code join}. */
    private static long earliestJoined(BindingTable table, Tuple event, Tuple join) {
        long earliest = Long.MAX_VALUE;
        long beyond = join.domain & ~event.domain;
        // Those bind all that the event does not, and any part of what it does.
        for (long part = event.domain; part != 0; ) {
            part = (part - 1) & event.domain;
            Instance joined = table.exactly(join.restrict(beyond | part));
            if (joined != null) {
                earliest = Math.min(earliest, joined.tuple.number);
            }
        }
        return earliest;
    }

    /** What to make for a binding; null where there is an instance for it, or none is to be made. */
    private static Origin derive(BindingTable table, Tuple tuple, boolean fromNothing) {
        if (table.exactly(tuple) != null) {
            return null;
        }
        Instance largest = null;
        long[] domains = table.domains();
        // Descending, so that a set comes before its own subsets.
        for (int i = domains.length - 1; i >= 0; i--) {
            Instance less = tuple.binds(domains[i]) ? table.exactly(tuple, domains[i]) : null;
            if (less == null || largest != null && largest.tuple.extendsTuple(less.tuple)) {
                continue;
            }
            if (largest != null) {
                return null;
            }
            largest = less;
        }
        if (largest == null) {
            return fromNothing ? new Origin(tuple, null) : null;
        }
        return largest.isInstanceFinished() ? null : new Origin(tuple, largest);
    }

    private static void addIfAny(List<Origin> origins, Origin origin) {
        if (origin != null) {
            origins.add(origin);
        }
    }

    /**
     * The joins of the event's binding with the instances that agree with it, where they say more than either.
     *
     * @param delivery leaves out those with instances that cannot hear it. What is in a state that hears it may be so, too,
     *     with more parameters bound, and joins of instances that there are with others are there: so no join is left out
     *     that extends one which is not.
     */
    private static List<Tuple> joins(BindingTable table, Tuple event, int delivery) {
        List<Tuple> joins = Collections.emptyList();
        Set<Tuple> seen = null;
        for (long domain : table.domains()) {
            if (!isBeside(domain, event.domain) || delivery != EVERY && !table.mayHear(delivery, domain)) {
                continue;
            }
            Instance[] items = table.sharing(event, domain);
            for (int i = 0; i < items.length && items[i] != null; i++) {
                if (!isJoinable(items[i], event)) {
                    continue;
                }
                Tuple join = items[i].tuple.join(event);
                if (joins.isEmpty()) {
                    joins = new ArrayList<>(2);
                } else if (seen == null) {
                    seen = new HashSet<>(joins);
                }
                if (seen == null || seen.add(join)) {
                    joins.add(join);
                }
            }
        }
        return joins;
    }

    private static boolean isJoinable(Instance instance, Tuple event) {
        return !instance.isInstanceForgotten() && instance.tuple.agrees(event) && !instance.isInstanceFinished();
    }
}
