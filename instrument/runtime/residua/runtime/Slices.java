package residua.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
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
    static Instance[] select(Table table, long domain, Object[] objects, boolean creates) {
        Key.expunge();
        Tuple event = table.intern(objects, domain);
        List<Origin> origins = joins(table, event);
        derive(table, event, creates, origins);
        return made(table, event, origins, -1);
    }

    /** Makes instances; then those that the event is to be delivered to. */
    private static Instance[] made(Table table, Tuple event, List<Origin> origins, int delivery) {
        if (origins.size() > 1) {
            origins.sort(Comparator.comparingLong(origin -> earliestJoined(table, event, origin.tuple)));
        }
        for (Origin origin : origins) {
            origin.make(table);
        }
        List<Instance> chosen = table.matching(event, delivery);
        if (chosen.isEmpty()) {
            table.forgetUnused(event);
        }
        return chosen.toArray(Table.NONE);
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
    static Instance[] await(Table table, long domain, Object[] objects, boolean creates, int delivery) {
        Key.expunge();
        Tuple event = table.known(objects, domain);
        if (event == null) {
            if (!mayMake(table, domain, creates, delivery)) {
                return Table.NONE;
            }
            event = table.intern(objects, domain);
        }
        List<Origin> own = new ArrayList<>(1);
        derive(table, event, creates, own);
        boolean isHeard = !own.isEmpty() && own.get(0).hears(table, delivery);
        List<Origin> origins = isHeard ? joins(table, event) : heardJoins(table, event, delivery);
        if (isHeard) {
            origins.addAll(own);
        }
        return made(table, event, origins, delivery);
    }

    /** Whether an event that binds these parameters could make an instance, whatever it binds them to. */
    private static boolean mayMake(Table table, long event, boolean creates, int delivery) {
        if (creates && table.mayHear(delivery, 0)) {
            return true;
        }
        for (long domain : table.domains()) {
            if ((event & ~domain) != 0 && table.mayHear(delivery, domain)) {
                return true;
            }
        }
        return false;
    }

    /** The joins to make where the event makes no instance for its own binding. */
    private static List<Origin> heardJoins(Table table, Tuple event, int delivery) {
        List<Tuple> joins = new ArrayList<>();
        for (long domain : table.domains()) {
            // What is in a state that hears the event may be so, too, with more parameters bound: joins of those that there
            // are with others are there.
            if (isBeside(domain, event.domain) && table.mayHear(delivery, domain)) {
                for (Instance instance : table.joinable(domain, event)) {
                    joins.add(instance.keys.join(event));
                }
            }
        }
        joins.sort(Comparator.comparingInt(join -> Long.bitCount(join.domain)));
        List<Origin> origins = new ArrayList<>();
        Set<Tuple> made = new HashSet<>();
        for (Tuple join : joins) {
            List<Origin> own = new ArrayList<>(1);
            derive(table, join, false, own);
            for (Origin origin : own) {
                boolean isNeeded = origin.hears(table, delivery) || extendsAny(join, event, made);
                if (isNeeded && made.add(join)) {
                    origins.add(origin);
                }
            }
        }
        return origins;
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

        Origin(Tuple tuple, Instance from) {
            this.tuple = tuple;
            this.from = from;
        }

        boolean hears(Table table, int delivery) {
            return from == null ? table.mayHear(delivery, 0) : from.instanceHears(delivery);
        }

        Instance make(Table table) {
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
    private static long earliestJoined(Table table, Tuple event, Tuple join) {
        long earliest = Long.MAX_VALUE;
        long beyond = join.domain & ~event.domain;
        // Those bind all that the event does not, and any part of what it does.
        for (long part = event.domain; part != 0; ) {
            part = (part - 1) & event.domain;
            Instance joined = table.exactly(join.restrict(beyond | part));
            if (joined != null) {
                earliest = Math.min(earliest, joined.number);
            }
        }
        return earliest;
    }

    private static void derive(Table table, Tuple tuple, boolean fromNothing, List<Origin> origins) {
        if (table.exactly(tuple) != null) {
            return;
        }
        List<Instance> largest = largestLess(table, tuple);
        if (largest.isEmpty()) {
            if (fromNothing) {
                origins.add(new Origin(tuple, null));
            }
        } else if (largest.size() == 1 && !largest.get(0).isInstanceFinished()) {
            origins.add(new Origin(tuple, largest.get(0)));
        }
    }

    /** What to make for the joins of the event's binding with the instances that agree with it and say more than it. */
    private static List<Origin> joins(Table table, Tuple event) {
        Collection<Tuple> joins = new LinkedHashSet<>();
        for (long domain : table.domains()) {
            if (isBeside(domain, event.domain)) {
                for (Instance instance : table.joinable(domain, event)) {
                    joins.add(instance.keys.join(event));
                }
            }
        }
        List<Origin> origins = new ArrayList<>();
        for (Tuple tuple : joins) {
            derive(table, tuple, false, origins);
        }
        return origins;
    }

    /** The instances less informative than {@code tuple} that no other such instance extends. */
    private static List<Instance> largestLess(Table table, Tuple tuple) {
        List<Instance> largest = new ArrayList<>();
        long whole = tuple.domain;
        // Proper subsets in descending order, so that a set comes before its own subsets.
        for (long part = (whole - 1) & whole; part != whole; part = (part - 1) & whole) {
            Instance less = table.exactly(tuple.restrict(part));
            if (less != null && !anyExtends(largest, less)) {
                largest.add(less);
            }
        }
        return largest;
    }

    private static boolean anyExtends(List<Instance> larger, Instance less) {
        for (Instance instance : larger) {
            if (instance.keys.extendsTuple(less.keys)) {
                return true;
            }
        }
        return false;
    }
}
