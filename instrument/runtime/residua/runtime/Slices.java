package residua.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

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
        List<Instance> made = new ArrayList<>();
        for (Origin origin : origins(table, event, creates)) {
            made.add(origin.make(table));
        }
        List<Instance> chosen = table.matching(event);
        if (chosen.isEmpty()) {
            table.forgetUnused(event);
        }
        return chosen.toArray(new Instance[0]);
    }

    /** A binding to make an instance for, and the instance whose state it takes over; null for none. */
    private static final class Origin {
        final Tuple tuple;
        final Instance from;

        Origin(Tuple tuple, Instance from) {
            this.tuple = tuple;
            this.from = from;
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

    private static List<Origin> origins(Table table, Tuple event, boolean creates) {
        List<Origin> origins = new ArrayList<>();
        for (Tuple tuple : joins(table, event)) {
            derive(table, tuple, false, origins);
        }
        derive(table, event, creates, origins);
        if (origins.size() > 1) {
            origins.sort(Comparator.comparingLong(origin -> earliestJoined(table, event, origin.tuple)));
        }
        return origins;
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

    /** The joins of the event's binding with the instances that agree with it, where they say more than either. */
    private static Collection<Tuple> joins(Table table, Tuple event) {
        Collection<Tuple> joins = new LinkedHashSet<>();
        for (Instance instance : table.joinable(event)) {
            joins.add(instance.keys.join(event));
        }
        return joins;
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
