package models;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Objects of the program for any interface. Some are backed by an object of the library that does the work. */
final class Stubs {
    private final Scenario at;
    private final Map<Object, Object> wrapped = new IdentityHashMap<>();

    Stubs(Scenario at) {
        this.at = at;
    }

    void clear() {
        wrapped.clear();
    }

    /** A stub of this interface; `backing` answers its calls, or nothing does if it is null. */
    Object of(Class<?> type, Object backing) {
        Object known = backing == null ? null : wrapped.get(backing);
        if (known != null) {
            return known;
        }
        Object stub = Proxy.newProxyInstance(Stubs.class.getClassLoader(), new Class<?>[] {type}, new Handler(backing));
        if (backing != null) {
            wrapped.put(backing, stub);
        }
        return stub;
    }

    /** A stub with what fits as its backing. */
    Object any(Class<?> type) {
        at.trace.suspend();
        try {
            return of(type, backing(type));
        } finally {
            at.trace.resume();
        }
    }

    private Object backing(Class<?> type) {
        List<Object> items = new ArrayList<>();
        for (int count = at.random.nextInt(3) + 1; count > 0; count--) {
            items.add(at.item());
        }
        if (type == Iterator.class) {
            return items.iterator();
        } else if (type == ListIterator.class) {
            return items.listIterator();
        } else if (type == Spliterator.class) {
            return items.spliterator();
        } else if (type == Enumeration.class) {
            return Collections.enumeration(items);
        } else if (type.isInstance(items)) {
            return items;
        } else if (type.isAssignableFrom(TreeSet.class) && (Collection.class.isAssignableFrom(type))) {
            return added(new TreeSet<>(comparator()), items);
        } else if (type == Map.Entry.class) {
            return new HashMap<>(Map.of(items.get(0), at.item())).entrySet().iterator().next();
        } else if (type.isAssignableFrom(TreeMap.class) && Map.class.isAssignableFrom(type)) {
            Map<Object, Object> map = new TreeMap<>(comparator());
            items.forEach(item -> map.put(item, at.item()));
            return map;
        }
        return null;
    }

    private static Object added(Collection<Object> to, List<Object> items) {
        to.addAll(items);
        return to;
    }

    /** One of the program, or null. */
    @SuppressWarnings("unchecked")
    private Comparator<Object> comparator() {
        return at.random.nextBoolean() ? null : (Comparator<Object>) of(Comparator.class, null);
    }

    private final class Handler implements InvocationHandler {
        private final Object backing;
        /** Whether the class of the program overrides default methods. */
        private final boolean overrides;

        Handler(Object backing) {
            this.backing = backing;
            overrides = at.random.nextInt(3) > 0;
        }

        @Override
        public Object invoke(Object self, Method method, Object[] given) throws Throwable {
            Object[] arguments = given == null ? new Object[0] : given;
            if (method.isDefault() && (at.isTarget(self, method) || !overrides && at.isModelled(method))) {
                return InvocationHandler.invokeDefault(self, method, arguments);
            }
            boolean entered = at.trace.enter(method.getName(), self, arguments);
            Object result = null;
            try {
                result = answer(self, method, arguments);
                return result;
            } finally {
                at.trace.leave(entered, method.getName(), self, result);
            }
        }

        private Object answer(Object self, Method method, Object[] arguments) throws Throwable {
            switch (method.getName() + arguments.length) {
                case "equals1":
                    return self == arguments[0];
                case "hashCode0":
                    return 1;
                case "toString0":
                    return "stub";
                case "compare2":
                    return compared(arguments[0], arguments[1]);
                case "query1":
                    return ZoneId.of("Europe/Paris");
                default:
                    return backing == null ? at.answerOrFail(method, arguments) : delegated(method, arguments);
            }
        }

        private int compared(Object left, Object right) {
            return left instanceof Program.Element a && right instanceof Program.Element b ? a.group - b.group : 0;
        }

        private Object delegated(Method method, Object[] arguments) throws Throwable {
            if (Arrays.stream(arguments).anyMatch(Stubs::isContainer)) {
                return at.answer(method, arguments);
            }
            try {
                Object result = method.invoke(backing, watched(method, arguments));
                if (result instanceof Object[] array) {
                    at.trace.array(array);
                    return result;
                }
                boolean own = result == null || Program.isOne(result) || Heap.isValue(result);
                return own || !method.getReturnType().isInterface() && !(result instanceof Map.Entry)
                        ? result
                        : of(interfaceOf(method.getReturnType(), result), result);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }

        /** What the program does with a consumer that it is given is told, too. */
        @SuppressWarnings("unchecked")
        private Object[] watched(Method method, Object[] arguments) {
            Object[] passed = arguments.clone();
            for (int index = 0; index < passed.length; index++) {
                if (passed[index] == null || Program.isOne(passed[index]) || !method.getName().matches("forEach.*|tryAdvance")) {
                    continue;
                } else if (passed[index] instanceof Consumer<?> given) {
                    passed[index] = (Consumer<Object>) value ->
                            at.trace.use("accept", given, new Object[] {value}, () -> ((Consumer<Object>) given).accept(value));
                } else if (passed[index] instanceof BiConsumer<?, ?> given) {
                    passed[index] = (BiConsumer<Object, Object>) (key, value) ->
                            at.trace.use("accept", given, new Object[] {key, value}, () -> ((BiConsumer<Object, Object>) given).accept(key, value));
                }
            }
            return passed;
        }

        private Class<?> interfaceOf(Class<?> declared, Object result) {
            return result instanceof Map.Entry ? Map.Entry.class : declared;
        }
    }

    /** What the program calls on the library's containers is not told, so it calls nothing. */
    private static boolean isContainer(Object given) {
        return given != null && !Program.isOne(given) && (given instanceof Collection || given instanceof Map);
    }

    /** Whether a class can be implemented by a stub. */
    static boolean fits(Class<?> type) {
        boolean sealed = type.isSealed();
        return type.isInterface() && !sealed && Modifier.isPublic(type.getModifiers());
    }
}
