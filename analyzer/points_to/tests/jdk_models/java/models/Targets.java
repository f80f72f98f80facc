package models;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The modelled methods, as the test gives them: one a line. */
final class Targets {
    /** Form `M` (method of a kind), `N` (constructor of a class of a kind), `S` (static method of a class). */
    record Target(char form, String owner, String className, String key) {
        /** Whether it puts one element, or one key with its value, into its receiver. */
        boolean adds() {
            return key.equals("add(Object)") || key.equals("put(Object,Object)") || key.equals("offer(Object)");
        }
    }

    private record Kind(Class<?> type, List<Class<?>> classes, boolean inherited) {}

    private final Map<String, Kind> kinds = new LinkedHashMap<>();
    private final Map<String, List<Target>> makers = new HashMap<>();
    private final List<Target> methods = new ArrayList<>();
    private final List<Target> goals = new ArrayList<>();
    private final Map<Class<?>, List<Target>> onClass = new HashMap<>();

    Targets(List<String> lines) throws ClassNotFoundException {
        for (String line : lines) {
            String[] fields = line.split("\t", -1);
            switch (fields[0]) {
                case "K" -> kind(fields);
                case "M" -> method(fields[1], fields[2]);
                case "N" -> constructors(fields[1], fields[2]);
                case "S" -> goals.add(new Target('S', fields[1], "", fields[2]));
                default -> makers.computeIfAbsent(fields[1], kind -> new ArrayList<>())
                        .add(new Target(fields[2].charAt(0), fields[3], "", fields[4]));
            }
        }
    }

    private void kind(String[] fields) throws ClassNotFoundException {
        List<Class<?>> classes = new ArrayList<>();
        for (int at = 4; at < fields.length; at++) {
            classes.add(Class.forName(fields[at]));
        }
        kinds.put(fields[1], new Kind(Class.forName(fields[2]), classes, fields[3].equals("1")));
    }

    private void method(String kind, String key) {
        Target any = new Target('M', kind, "", key);
        methods.add(any);
        List<Class<?>> classes = kinds.get(kind).classes();
        for (Class<?> one : classes) {
            if (find(one, key) != null) {
                goals.add(new Target('M', kind, one.getName(), key));
            }
        }
        if (classes.isEmpty()) {
            goals.add(any);
        }
    }

    private void constructors(String kind, String key) {
        for (Class<?> one : kinds.get(kind).classes()) {
            Target target = new Target('N', kind, one.getName(), key);
            if (constructor(target) != null) {
                goals.add(target);
                makers.computeIfAbsent(kind, k -> new ArrayList<>()).add(target);
            }
        }
    }

    /** What is to be called, each in scenarios of its own. */
    List<Target> goals() {
        return goals;
    }

    /** What makes objects of a kind; those of one class only, if it is named. */
    List<Target> makers(String kind, String className) {
        List<Target> all = makers.getOrDefault(kind, List.of());
        return all.stream().filter(maker -> className.isEmpty() || maker.className().equals(className)).toList();
    }

    /** The modelled methods that an object has. */
    synchronized List<Target> on(Object object) {
        return onClass.computeIfAbsent(object.getClass(), type ->
                methods.stream().filter(target -> isOf(type, kinds.get(target.owner())) && find(type, target.key()) != null).toList());
    }

    private static boolean isOf(Class<?> type, Kind kind) {
        return kind.classes().isEmpty() ? kind.type().isAssignableFrom(type) && kind.type() != Object.class : kind.classes().contains(type);
    }

    /** The kinds whose objects may be passed for this type. */
    List<String> kindsOf(Class<?> type) {
        return kinds.entrySet().stream()
                .filter(kind -> type.isAssignableFrom(kind.getValue().type()) && makers.containsKey(kind.getKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    Class<?> inheritedType(String kind) {
        Kind found = kinds.get(kind);
        return found != null && found.inherited() ? found.type() : null;
    }

    Class<?> type(String kind) {
        return kinds.get(kind).type();
    }

    boolean hasClasses(String kind) {
        return !kinds.get(kind).classes().isEmpty();
    }

    Method method(Target target, Object on) {
        try {
            if (on != null && Proxy.isProxyClass(on.getClass())) {
                return inheritedByStub(on.getClass(), target.key());
            }
            Method found = find(target.form() == 'S' ? Class.forName(target.owner()) : on.getClass(), target.key());
            boolean clones = on instanceof Program.Recorded && target.key().equals("clone()");
            return !clones && (found == null || isInherited(found, target.key())) ? found : null;
        } catch (ClassNotFoundException missing) {
            return null;
        }
    }

    /** The class of a constructor, the class that a class of the program inherits a method from, or the kind. */
    static String ownerOf(Target target, Object on, Executable code) {
        if (target.form() == 'N') {
            return target.className();
        } else if (on == null || !Program.isOne(on)) {
            return target.owner();
        }
        Class<?> declaring = code.getDeclaringClass();
        boolean isOwn = Program.Recorded.class.isAssignableFrom(declaring);
        return isOwn ? find(declaring.getSuperclass(), target.key()).getDeclaringClass().getName() : declaring.getName();
    }

    /** Whether a model says what classes of the program inherit from this method. */
    boolean isModelled(Method inherited) {
        String key = inherited.getName() + types(inherited);
        return methods.stream().anyMatch(target -> target.key().equals(key) && inherited.getDeclaringClass() == inheritedType(target.owner()));
    }

    /** Whether the library's code runs: a class of the program may leave to it what it overrides. */
    private static boolean isInherited(Method found, String key) {
        Class<?> declaring = found.getDeclaringClass();
        if (!Program.Recorded.class.isAssignableFrom(declaring)) {
            return true;
        }
        Method above = Program.Overriding.class.isAssignableFrom(declaring) ? find(declaring.getSuperclass(), key) : null;
        return above != null && !Modifier.isAbstract(above.getModifiers());
    }

    /** A stub inherits default methods alone; it answers all others itself. */
    private static Method inheritedByStub(Class<?> stub, String key) {
        Method found = declared(stub.getInterfaces()[0].getMethods(), key, null);
        return found != null && found.isDefault() ? found : null;
    }

    Constructor<?> constructor(Target target) {
        try {
            for (Constructor<?> one : Class.forName(target.className()).getConstructors()) {
                if (target.key().equals("<init>" + types(one)) && !Modifier.isAbstract(one.getDeclaringClass().getModifiers())) {
                    return one;
                }
            }
        } catch (ClassNotFoundException missing) {
            return null;
        }
        return null;
    }

    private static Method find(Class<?> type, String key) {
        Method found = null;
        for (Class<?> at = type; at != null && found == null; at = at.getSuperclass()) {
            found = declared(at.getDeclaredMethods(), key, found);
        }
        return found != null ? found : declared(type.getMethods(), key, null);
    }

    private static Method declared(Method[] methods, String key, Method found) {
        for (Method one : methods) {
            boolean visible = Modifier.isPublic(one.getModifiers()) || Modifier.isProtected(one.getModifiers());
            if (visible && (one.getName() + types(one)).equals(key) && (found == null || found.isBridge())) {
                found = one;
            }
        }
        try {
            if (found != null) {
                found.setAccessible(true);
            }
        } catch (RuntimeException closed) {
            return null;
        }
        return found;
    }

    private static String types(Executable code) {
        StringBuilder types = new StringBuilder("(");
        for (Class<?> type : code.getParameterTypes()) {
            types.append(types.length() > 1 ? "," : "").append(type.getSimpleName());
        }
        return types.append(')').toString();
    }
}
