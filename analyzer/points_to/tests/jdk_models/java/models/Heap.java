package models;

import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which objects of the program an object of the library keeps alive. */
final class Heap {
    private static final int LIMIT = 4000;
    private static final Map<Class<?>, List<Field>> FIELDS = new HashMap<>();

    private Heap() {}

    /** The objects of the program that are reachable by strong references without passing through one that is known. */
    static synchronized List<Object> programObjects(Object root, Set<Object> known) {
        List<Object> found = new ArrayList<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> pending = new ArrayDeque<>();
        pending.add(root);
        seen.add(root);
        while (!pending.isEmpty() && seen.size() < LIMIT) {
            Object object = pending.poll();
            if (Program.isOne(object)) {
                found.add(object);
            } else if (object == root || !known.contains(object) && !isBoundary(object)) {
                for (Object next : successors(object)) {
                    if (next != null && !isValue(next) && seen.add(next)) {
                        pending.add(next);
                    }
                }
            }
        }
        return found;
    }

    /** Whether the object cannot hold anything of the program. */
    static boolean isValue(Object value) {
        return value instanceof String
                || value instanceof Number && value.getClass().getName().startsWith("java.lang.")
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof Enum && !(value instanceof java.util.Comparator)
                || value instanceof Class
                || value instanceof java.util.Locale
                || value instanceof java.nio.charset.Charset
                || value instanceof java.util.logging.Level
                || value.getClass().isArray() && value.getClass().getComponentType().isPrimitive();
    }

    /** Everything hangs together through threads and class loaders. */
    private static boolean isBoundary(Object object) {
        return object instanceof Thread || object instanceof ThreadGroup || object instanceof ClassLoader || object instanceof Module;
    }

    private static List<Object> successors(Object object) {
        List<Object> next = new ArrayList<>();
        if (object instanceof Object[]) {
            for (int at = 0; at < Array.getLength(object); at++) {
                next.add(Array.get(object, at));
            }
            return next;
        }
        for (Field field : fields(object.getClass())) {
            try {
                next.add(field.get(object));
            } catch (IllegalAccessException unreadable) {
                // Fields of closed packages are not followed.
            }
        }
        return next;
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> known = FIELDS.get(type);
        if (known != null) {
            return known;
        }
        List<Field> fields = new ArrayList<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (isFollowed(field) && open(field)) {
                    fields.add(field);
                }
            }
        }
        FIELDS.put(type, fields);
        return fields;
    }

    private static boolean isFollowed(Field field) {
        boolean isWeak = field.getDeclaringClass() == Reference.class;
        boolean isOfThread = field.getDeclaringClass() == Thread.class
                && (field.getName().contains("hreadLocals") || field.getName().contains("ontext"));
        return !Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive() && !isWeak && !isOfThread;
    }

    private static boolean open(Field field) {
        try {
            field.setAccessible(true);
            return true;
        } catch (RuntimeException closed) {
            return false;
        }
    }
}
