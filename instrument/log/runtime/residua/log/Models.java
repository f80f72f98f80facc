package residua.log;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The table of effects, and the calls of the program that need it. */
final class Models {
    /** Effects by type and method; the method {@code *} is for all others of the type. */
    private static final Map<String, Map<String, Effect>> TYPES = new HashMap<>();

    /** Effects by the begin of a type's name, the longest first. */
    private static final List<Map.Entry<String, Effect>> PACKAGES = new ArrayList<>();

    /** The calls by number: owner, name and descriptor. */
    private static String[][] calls = new String[0][];

    private Models() {}

    static {
        read("/residua/log/models.tsv", Models::model);
        List<String[]> found = new ArrayList<>();
        read(Store.SITES, columns -> {
            if (columns[0].equals("c")) {
                found.add(columns);
            }
        });
        calls = found.toArray(calls);
        PACKAGES.sort((a, b) -> b.getKey().length() - a.getKey().length());
    }

    /** Methods whose result shows what is in their receiver, or in their first argument. */
    private static final Set<String> VIEWS = Set.of("iterator", "listIterator", "descendingIterator", "spliterator",
            "keySet", "navigableKeySet", "descendingKeySet", "values", "entrySet", "subList", "subSet", "headSet",
            "tailSet", "descendingSet", "subMap", "headMap", "tailMap", "descendingMap", "keys", "elements",
            "reversed", "sequencedKeySet", "sequencedValues", "sequencedEntrySet");

    /** Returns whether a call makes a view. */
    static boolean makesView(int call) {
        return VIEWS.contains(calls[call][3]);
    }

    /** Methods of {@code Object} that others override. */
    private static final Set<String> OF_OBJECT = Set.of("equals", "hashCode", "toString");

    /** Begins of names of methods by which an object keeps what it is given. */
    private static final Set<String> KEEPING = Set.of("set", "init", "reset", "add", "use", "wrap", "with", "register");

    /** Returns whether a call may make its receiver keep its argument, and use it later. */
    static boolean keeps(int call) {
        String name = calls[call][3];
        return !calls[call][2].equals("java/lang/Thread") && KEEPING.stream().anyMatch(name::startsWith);
    }

    /** Returns whether a call gives the array in which a buffer is kept, and no copy. */
    static boolean showsArray(int call) {
        return calls[call][3].equals("array");
    }

    /** Methods of iterators and sorted maps whose result may be an entry, which shows what is in the map. */
    private static final Set<String> ENTRIES = Set.of("next", "previous", "firstEntry", "lastEntry", "floorEntry",
            "ceilingEntry", "lowerEntry", "higherEntry");

    /** Returns whether a call may give an entry of a map. */
    static boolean givesEntry(int call) {
        return ENTRIES.contains(calls[call][3]);
    }

    private interface Row {
        void take(String[] columns);
    }

    private static void read(String resource, Row row) {
        try (InputStream in = Models.class.getResourceAsStream(resource);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isEmpty() && line.charAt(0) != '#') {
                    row.take(line.split("\t"));
                }
            }
        } catch (IOException | RuntimeException error) {
            Store.stop(error);
        }
    }

    private static void model(String[] columns) {
        Effect effect = Effect.of(columns[2]);
        if (columns[0].endsWith(".") || columns[0].endsWith("$")) {
            PACKAGES.add(Map.entry(columns[0], effect));
            return;
        }
        Map<String, Effect> methods = TYPES.computeIfAbsent(columns[0], type -> new HashMap<>());
        for (String method : columns[1].split(",")) {
            methods.put(method, effect);
        }
    }

    /** The class that declares the method which a call runs on an object of a class; null if it is an interface. */
    static Class<?> declaring(Class<?> type, int call) {
        return Library.declaring(type, calls[call][3], calls[call][4]);
    }

    /** The effect of a call on an object of a class, or of a static call. */
    static Effect effect(Class<?> type, int call) {
        String owner = calls[call][2].replace('/', '.');
        String method = calls[call][3];
        if (method.equals("getClass")) {
            return Effect.NONE;
        }
        if (type == null) {
            Effect effect = ofType(owner, method);
            return effect != null ? effect : ofPackage(owner);
        }
        boolean isSpecial = calls[call].length > 5;
        if (type.isArray()) {
            // Methods of `Object` do not look at elements.
            return Effect.NONE;
        }
        Class<?> declaring = declaring(type, call);
        boolean isOfProgram = declaring == null ? !Library.isLibrary(type) : !Library.isLibrary(declaring);
        if (isOfProgram && !isSpecial) {
            return Effect.NONE;
        }
        return ofLibrary(ofLibrary(type), method);
    }

    /**
     * Classes that have no state: their methods call those of the class of the program below them, which are recorded.
     * Lists count their changes, which iterators look at, and lists and maps make views.
     */
    private static final Map<String, Effect> SKELETONS = Map.of("java.util.AbstractCollection", Effect.NONE,
            "java.util.AbstractQueue", Effect.NONE, "java.util.AbstractSet", Effect.NONE,
            "java.util.AbstractMap", Effect.PEEK, "java.util.AbstractList", Effect.PEEK,
            "java.util.AbstractSequentialList", Effect.PEEK);

    /** Returns whether a class of the program is one of these with its own methods. */
    static boolean isSkeleton(Class<?> type) {
        return SKELETONS.containsKey(ofLibrary(type).getName());
    }

    /** The nearest class of the library that a class is or extends. */
    private static Class<?> ofLibrary(Class<?> type) {
        Class<?> first = type;
        while (!Library.isLibrary(first)) {
            first = first.getSuperclass();
        }
        return first;
    }

    private static Effect ofLibrary(Class<?> first, String method) {
        Effect skeleton = SKELETONS.get(first.getName());
        if (skeleton != null) {
            return skeleton;
        }
        for (Class<?> above = first; above != null; above = above.getSuperclass()) {
            Effect effect = ofType(above.getName(), method);
            if (effect != null) {
                return effect;
            }
        }
        // The interfaces of collections have no synchronization, and concurrent collections have some.
        Effect ofPackage = ofPackage(first.getName());
        for (Class<?> above : interfaces(first)) {
            Effect effect = ofPackage(above.getName()) == ofPackage ? ofType(above.getName(), method) : null;
            if (effect != null) {
                return effect;
            }
        }
        // Any call of an unknown class orders all threads, but for those that each object has.
        boolean isOfObject = OF_OBJECT.contains(method);
        return isOfObject && ofPackage == Effect.ALL ? Effect.TOUCH : ofPackage;
    }

    /** What it means for an object that the library reads it as an argument, by the part of it that is the library's. */
    private static final ClassValue<Effect> READING = new ClassValue<Effect>() {
        @Override
        protected Effect computeValue(Class<?> type) {
            return ofLibrary(ofLibrary(type), "size");
        }
    };

    static Effect reading(Class<?> type) {
        return READING.get(type);
    }

    private static Effect ofType(String type, String method) {
        Map<String, Effect> methods = TYPES.get(type);
        if (methods == null) {
            return null;
        }
        Effect effect = methods.getOrDefault(method, methods.get("*"));
        return effect == Effect.RECEIVER ? null : effect;
    }

    private static Effect ofPackage(String type) {
        for (Map.Entry<String, Effect> one : PACKAGES) {
            if (type.startsWith(one.getKey())) {
                return one.getValue();
            }
        }
        return Effect.ALL;
    }

    /** The interfaces of a class and of all classes above it, the nearest first. */
    private static Set<Class<?>> interfaces(Class<?> type) {
        List<Class<?>> pending = new ArrayList<>();
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            pending.add(above);
        }
        Set<Class<?>> found = new LinkedHashSet<>();
        for (int i = 0; i < pending.size(); i++) {
            for (Class<?> one : pending.get(i).getInterfaces()) {
                if (found.add(one)) {
                    pending.add(one);
                }
            }
        }
        return found;
    }
}
