package models;

import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Collections and maps of the program: those that extend abstract classes answer for themselves, the others inherit. */
final class Containers {
    private static final Map<String, Supplier<Object>> INHERITED = Map.ofEntries(
            Map.entry("ArrayList", Grown::new),
            Map.entry("Vector", Old::new),
            Map.entry("HashSet", Hashing::new),
            Map.entry("TreeSet", Sorted::new),
            Map.entry("HashMap", HashedMap::new),
            Map.entry("LinkedHashMap", LinkedMap::new),
            Map.entry("TreeMap", SortedMapping::new),
            Map.entry("Hashtable", OldMap::new),
            Map.entry("WeakHashMap", WeakMap::new),
            Map.entry("IdentityHashMap", IdentityMap::new),
            Map.entry("ConcurrentHashMap", SharedMap::new),
            Map.entry("ConcurrentSkipListMap", SkippingMap::new),
            Map.entry("AbstractMap", EmptyMap::new));

    private Containers() {}

    /** An object of a class that extends this one, or null. */
    static Object of(Scenario at, Class<?> type, List<Object> items) {
        switch (type.getSimpleName()) {
            case "AbstractCollection":
                return new Collected(at, items);
            case "AbstractSet":
                return new Chosen(at, items);
            case "AbstractList":
                return new Listed(at, items);
            default:
                Supplier<Object> made = INHERITED.get(type.getSimpleName());
                return made == null ? null : made.get();
        }
    }

    /** What collections of the program answer: the list behind them does the work. */
    private record Work(Scenario at, boolean overrides, Collection<Object> backing) {
        Work(Scenario at, Collection<Object> backing) {
            this(at, at.random.nextBoolean(), backing);
        }

        <T> T own(String method, Object self, Program.Body<T> inherited, Program.Body<T> body, Object... arguments) {
            return Program.own(at, overrides, method, self, inherited, body, arguments);
        }

        @SuppressWarnings("unchecked")
        Iterator<Object> iterator(Object owner) {
            return Program.record(at, "iterator", owner, new Object[0], () -> (Iterator<Object>) at.stubs.of(Iterator.class, backing.iterator()));
        }

        int size(Object owner) {
            return Program.record(at, "size", owner, new Object[0], backing::size);
        }

        boolean contains(Object owner, Program.Body<Boolean> inherited, Object element) {
            return own("contains", owner, inherited, () -> backing.contains(element), element);
        }

        boolean add(Object owner, Program.Body<Boolean> inherited, Object element) {
            return own("add", owner, inherited, () -> backing.add(element), element);
        }

        boolean remove(Object owner, Program.Body<Boolean> inherited, Object element) {
            return own("remove", owner, inherited, () -> backing.remove(element), element);
        }

        boolean containsAll(Object owner, Program.Body<Boolean> inherited, Collection<?> all) {
            return own("containsAll", owner, inherited, () -> at.random.nextBoolean(), all);
        }

        Object[] toArray(Object owner, Program.Body<Object[]> inherited) {
            return own("toArray", owner, inherited, () -> array(backing.toArray()));
        }

        Object[] toArray(Object owner, Program.Body<Object[]> inherited, Object[] into) {
            return own("toArray", owner, inherited, () -> array(backing.toArray()), (Object) into);
        }

        @SuppressWarnings("unchecked")
        Spliterator<Object> spliterator(Object owner) {
            return Program.record(at, "spliterator", owner, new Object[0],
                    () -> (Spliterator<Object>) at.stubs.of(Spliterator.class, backing.spliterator()));
        }

        private Object[] array(Object[] made) {
            at.trace.array(made);
            return made;
        }
    }

    static final class Collected extends AbstractCollection<Object> implements Program.Overriding {
        private final Work work;

        @Override
        public Spliterator<Object> spliterator() {
            return work.spliterator(this);
        }

        Collected(Scenario at, List<Object> backing) {
            work = new Work(at, backing);
        }

        @Override
        public Iterator<Object> iterator() {
            return work.iterator(this);
        }

        @Override
        public int size() {
            return work.size(this);
        }

        @Override
        public boolean contains(Object element) {
            return work.contains(this, () -> super.contains(element), element);
        }

        @Override
        public boolean add(Object element) {
            return work.add(this, () -> super.add(element), element);
        }

        @Override
        public boolean remove(Object element) {
            return work.remove(this, () -> super.remove(element), element);
        }

        @Override
        public boolean containsAll(Collection<?> all) {
            return work.containsAll(this, () -> super.containsAll(all), all);
        }

        @Override
        public Object[] toArray() {
            return work.toArray(this, super::toArray);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T[] toArray(T[] into) {
            return (T[]) work.toArray(this, () -> super.toArray(into), into);
        }
    }

    static final class Chosen extends AbstractSet<Object> implements Program.Overriding {
        private final Work work;

        @Override
        public Spliterator<Object> spliterator() {
            return work.spliterator(this);
        }

        Chosen(Scenario at, List<Object> backing) {
            work = new Work(at, backing);
        }

        @Override
        public Iterator<Object> iterator() {
            return work.iterator(this);
        }

        @Override
        public int size() {
            return work.size(this);
        }

        @Override
        public boolean contains(Object element) {
            return work.contains(this, () -> super.contains(element), element);
        }

        @Override
        public boolean add(Object element) {
            return work.add(this, () -> super.add(element), element);
        }

        @Override
        public boolean remove(Object element) {
            return work.remove(this, () -> super.remove(element), element);
        }

        @Override
        public boolean containsAll(Collection<?> all) {
            return work.containsAll(this, () -> super.containsAll(all), all);
        }
    }

    static final class Listed extends AbstractList<Object> implements Program.Overriding {
        private final Work work;
        private final List<Object> backing;

        Listed(Scenario at, List<Object> backing) {
            work = new Work(at, backing);
            this.backing = backing;
        }

        @Override
        public Spliterator<Object> spliterator() {
            return work.spliterator(this);
        }

        @Override
        public void sort(Comparator<? super Object> by) {
            record("sort", () -> null, by);
        }

        @Override
        public void replaceAll(UnaryOperator<Object> by) {
            record("replaceAll", () -> null, by);
        }

        @Override
        @SuppressWarnings("unchecked")
        public List<Object> subList(int from, int to) {
            return record("subList", () -> (List<Object>) work.at.stubs.of(List.class, backing.subList(from, to)), from, to);
        }

        private <T> T record(String method, Program.Body<T> body, Object... arguments) {
            return Program.record(work.at, method, this, arguments, body);
        }

        @Override
        public Object get(int index) {
            return record("get", () -> backing.get(index), index);
        }

        @Override
        public int size() {
            return work.size(this);
        }

        @Override
        public Object set(int index, Object element) {
            return record("set", () -> backing.set(index, element), index, element);
        }

        @Override
        public void add(int index, Object element) {
            record("add", () -> {
                backing.add(index, element);
                return null;
            }, index, element);
        }

        @Override
        public Object remove(int index) {
            return record("remove", () -> backing.remove(index), index);
        }

        @Override
        public boolean add(Object element) {
            return work.add(this, () -> super.add(element), element);
        }

        @Override
        public boolean contains(Object element) {
            return work.contains(this, () -> super.contains(element), element);
        }

        @Override
        @SuppressWarnings("unchecked")
        public Iterator<Object> iterator() {
            return work.own("iterator", this, super::iterator,
                    () -> (Iterator<Object>) work.at.stubs.of(Iterator.class, backing.iterator()));
        }

        @Override
        public ListIterator<Object> listIterator() {
            return work.own("listIterator", this, super::listIterator, () -> iteratorAt(0));
        }

        @Override
        public ListIterator<Object> listIterator(int index) {
            return work.own("listIterator", this, () -> super.listIterator(index), () -> iteratorAt(index), index);
        }

        @SuppressWarnings("unchecked")
        private ListIterator<Object> iteratorAt(int index) {
            return (ListIterator<Object>) work.at.stubs.of(ListIterator.class, backing.listIterator(index));
        }

        @Override
        protected void removeRange(int from, int to) {
            work.own("removeRange", this, () -> inheritedRange(from, to), () -> null, from, to);
        }

        private Object inheritedRange(int from, int to) {
            super.removeRange(from, to);
            return null;
        }
    }

    static final class Grown extends ArrayList<Object> implements Program.Inheriting {}

    static final class Old extends Vector<Object> implements Program.Inheriting {}

    static final class Hashing extends HashSet<Object> implements Program.Inheriting {}

    static final class Sorted extends TreeSet<Object> implements Program.Inheriting {}

    static final class HashedMap extends HashMap<Object, Object> implements Program.Inheriting {}

    static final class LinkedMap extends LinkedHashMap<Object, Object> implements Program.Inheriting {}

    static final class SortedMapping extends TreeMap<Object, Object> implements Program.Inheriting {}

    static final class OldMap extends Hashtable<Object, Object> implements Program.Inheriting {}

    static final class WeakMap extends WeakHashMap<Object, Object> implements Program.Inheriting {}

    static final class IdentityMap extends IdentityHashMap<Object, Object> implements Program.Inheriting {}

    static final class SharedMap extends ConcurrentHashMap<Object, Object> implements Program.Inheriting {}

    static final class SkippingMap extends ConcurrentSkipListMap<Object, Object> implements Program.Inheriting {}

    static final class EmptyMap extends AbstractMap<Object, Object> implements Program.Inheriting {
        @Override
        public Set<Map.Entry<Object, Object>> entrySet() {
            return Set.of();
        }
    }
}
