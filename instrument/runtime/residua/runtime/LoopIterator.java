package residua.runtime;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

/**
 * What a loop holds in the place of an iterator that nothing else knows. Monitors keep their keys for the iterator here, where they
 * find them without a search and where they live no longer than the loop.
 *
 * <p>Woven code hands this to monitors alone; the program's calls go to the iterator itself.
 */
public final class LoopIterator implements Iterator<Object> {
    /**
     * Classes of the library whose {@code iterator()} makes a new iterator at each call, which nobody else gets to see: neither
     * those that keep one nor those that ask another collection, which might be anything.
     */
    private static final Set<String> MAKERS = new HashSet<>(Arrays.asList(
            "java.util.ArrayDeque",
            "java.util.ArrayList",
            "java.util.ArrayList$SubList",
            "java.util.Arrays$ArrayList",
            "java.util.Collections$UnmodifiableCollection",
            "java.util.Collections$UnmodifiableList",
            "java.util.Collections$UnmodifiableMap$UnmodifiableEntrySet",
            "java.util.Collections$UnmodifiableRandomAccessList",
            "java.util.Collections$UnmodifiableSet",
            "java.util.HashMap$EntrySet",
            "java.util.HashMap$KeySet",
            "java.util.HashMap$Values",
            "java.util.HashSet",
            "java.util.IdentityHashMap$EntrySet",
            "java.util.IdentityHashMap$KeySet",
            "java.util.IdentityHashMap$Values",
            "java.util.ImmutableCollections$List12",
            "java.util.ImmutableCollections$ListN",
            "java.util.ImmutableCollections$Set12",
            "java.util.ImmutableCollections$SetN",
            "java.util.ImmutableCollections$SubList",
            "java.util.LinkedHashMap$LinkedEntrySet",
            "java.util.LinkedHashMap$LinkedKeySet",
            "java.util.LinkedHashMap$LinkedValues",
            "java.util.LinkedHashSet",
            "java.util.LinkedList",
            "java.util.PriorityQueue",
            "java.util.Stack",
            "java.util.TreeMap$EntrySet",
            "java.util.TreeMap$KeySet",
            "java.util.TreeMap$Values",
            "java.util.TreeSet",
            "java.util.Vector",
            "java.util.WeakHashMap$EntrySet",
            "java.util.WeakHashMap$KeySet",
            "java.util.WeakHashMap$Values",
            "java.util.concurrent.ConcurrentHashMap$EntrySetView",
            "java.util.concurrent.ConcurrentHashMap$KeySetView",
            "java.util.concurrent.ConcurrentHashMap$ValuesView",
            "java.util.concurrent.ConcurrentLinkedQueue",
            "java.util.concurrent.CopyOnWriteArrayList"));

    private static final ClassValue<Boolean> MAKES_NEW_ONES = new ClassValue<Boolean>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return type.getClassLoader() == null && MAKERS.contains(type.getName());
        }
    };

    private final Iterator<?> iterator;
    /** Whose the first key is. */
    private Object owner;
    private Key key;
    /** The keys of others. */
    private Entry others;

    /** A key and whose it is. */
    private static final class Entry {
        final Object owner;
        final Key key;
        final Entry next;

        Entry(Object owner, Key key, Entry next) {
            this.owner = owner;
            this.key = key;
            this.next = next;
        }
    }

    private LoopIterator(Iterator<?> iterator) {
        this.iterator = iterator;
    }

    /**
     * What a loop is to hold: an object in the place of an iterator that nothing else knows, and any other iterator itself. Loops
     * of monitor code hold the iterator itself: they raise no events, and end before that code does.
     *
     * @param source whose {@code iterator()} was called
     * @param iterator what that returned
     */
    public static Iterator<?> standIn(Object source, Iterator<?> iterator) {
        try {
            return MAKES_NEW_ONES.get(source.getClass()) && !Gate.isInside() ? new LoopIterator(iterator) : iterator;
        } catch (Throwable shortOfStackOrMemory) {
            return iterator;
        }
    }

    /** The iterator that a loop's calls are for: the one that this stands for, or itself. */
    public static Iterator<?> behind(Iterator<?> held) {
        return held instanceof LoopIterator ? ((LoopIterator) held).iterator : held;
    }

    /** The same of any object. */
    public static Object behind(Object held) {
        return held instanceof LoopIterator ? ((LoopIterator) held).iterator : held;
    }

    /**
     * To be called after a loop has asked its iterator, where it does nothing more with it if there is nothing left: monitors need
     * not wait for garbage to be collected. It is called from wherever a loop may end, and so does no more than to say so.
     *
     * @param held what the loop holds
     * @param hasNext the answer
     */
    public static void asked(Iterator<?> held, boolean hasNext) {
        try {
            if (!hasNext && held instanceof LoopIterator) {
                ((LoopIterator) held).end();
            }
        } catch (Throwable shortOfStack) {
            // Then it is garbage collection that monitors wait for.
            return;
        }
    }

    private void end() {
        if (key != null) {
            key.end();
        }
        for (Entry entry = others; entry != null; entry = entry.next) {
            entry.key.end();
        }
    }

    /** The key that is kept here for its owner, which has one for each object; null if there is none. */
    Key key(Object of) {
        if (owner == of) {
            return key;
        }
        for (Entry entry = others; entry != null; entry = entry.next) {
            if (entry.owner == of) {
                return entry.key;
            }
        }
        return null;
    }

    /** Keeps the key of an owner that has none here. */
    void keep(Object of, Key made) {
        if (owner == null) {
            owner = of;
            key = made;
        } else {
            others = new Entry(of, made, others);
        }
    }

    @Override
    public boolean hasNext() {
        return iterator.hasNext();
    }

    @Override
    public Object next() {
        return iterator.next();
    }

    @Override
    public void remove() {
        iterator.remove();
    }
}
