package models;

import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Formattable;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/** Arguments that some methods need to do anything: what is like the receiver, tasks, what formats ask. */
final class Special {
    private static final List<String> FORMATS = List.of("%s%h", "%s %1$h", "%tY", "%tS", "%ts", "%tQ", "%tZ", "%1$s");
    private final Scenario at;

    Special(Scenario at) {
        this.at = at;
    }

    /** An argument for a method with this key, or null if any will do. */
    Object of(Class<?> type, String key, Object on) {
        if (key.startsWith("invokeAll(")) {
            return at.stubs.of(Collection.class, listOf(Callable.class));
        } else if (on == null || at.random.nextInt(4) == 0) {
            return null;
        } else if (key.equals("equals(Object)")) {
            return alike(on);
        } else if (type == Object.class && hasEntries(on)) {
            return entry(first(on));
        }
        return type == Collection.class && hasEntries(on) ? at.stubs.of(Collection.class, entries(on)) : null;
    }

    static boolean isFormat(String context) {
        return context.startsWith("format") || context.startsWith("printf");
    }

    String format() {
        return FORMATS.get(at.random.nextInt(FORMATS.size()));
    }

    /** What a format asks more of than a text, or null. */
    Object shown() {
        int choice = at.random.nextInt(3);
        return choice == 0 ? null : at.stubs.any(choice == 1 ? Formattable.class : TemporalAccessor.class);
    }

    private List<Object> listOf(Class<?> type) {
        return new ArrayList<>(List.of(at.stubs.any(type), at.stubs.any(type)));
    }

    /** What may be equal to an object of the library: a stub of the same interface with equal contents, or null. */
    private Object alike(Object on) {
        try {
            if (on instanceof Map.Entry<?, ?> entry) {
                return entry(entry);
            } else if (on instanceof Map<?, ?> map) {
                return at.stubs.of(Map.class, mapLike(map));
            } else if (on instanceof List<?> list) {
                return at.stubs.of(List.class, elements(list));
            } else if (on instanceof Set<?> set) {
                return at.stubs.of(Set.class, new ListedSet(hasEntries(on) ? entries(set) : elements(set)));
            }
        } catch (RuntimeException unusable) {
            return null;
        }
        return null;
    }

    /** A set that compares nothing: what stands in a list. */
    private static final class ListedSet extends java.util.AbstractSet<Object> {
        private final List<Object> elements;

        ListedSet(List<Object> elements) {
            this.elements = elements;
        }

        @Override
        public Iterator<Object> iterator() {
            return elements.iterator();
        }

        @Override
        public int size() {
            return elements.size();
        }
    }

    private List<Object> elements(Collection<?> of) {
        List<Object> made = new ArrayList<>();
        if (!Program.isOne(of)) {
            of.forEach(element -> made.add(element(element)));
        }
        return made;
    }

    /** The same, or one that is equal to it. */
    private Object element(Object like) {
        return like instanceof Program.Element one && at.random.nextBoolean() ? at.like(one) : like;
    }

    private Map<Object, Object> mapLike(Map<?, ?> map) {
        Map<Object, Object> made = new HashMap<>();
        if (!Program.isOne(map)) {
            map.forEach((key, value) -> made.put(element(key), element(value)));
        }
        return made;
    }

    private Map.Entry<?, ?> first(Object on) {
        return (Map.Entry<?, ?>) ((Collection<?>) on).iterator().next();
    }

    private Object entry(Map.Entry<?, ?> like) {
        Map<Object, Object> backing = new HashMap<>();
        backing.put(element(like.getKey()), element(like.getValue()));
        return at.stubs.of(Map.Entry.class, backing.entrySet().iterator().next());
    }

    private List<Object> entries(Object on) {
        List<Object> made = new ArrayList<>();
        for (Object entry : (Collection<?>) on) {
            made.add(entry((Map.Entry<?, ?>) entry));
        }
        return made;
    }

    private static boolean hasEntries(Object on) {
        try {
            return on instanceof Collection<?> all && !Program.isOne(on) && !all.isEmpty() && all.iterator().next() instanceof Map.Entry;
        } catch (RuntimeException unusable) {
            return false;
        }
    }
}
