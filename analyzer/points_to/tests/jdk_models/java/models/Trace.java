package models;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What happens in one scenario, as lines: objects get numbers, calls and callbacks name them. */
final class Trace {
    private static final int LIMIT = 300;
    private final PrintWriter out;
    private final Map<Object, Integer> ids = new IdentityHashMap<>();
    private final List<Object> objects = new ArrayList<>();
    private final Thread thread = Thread.currentThread();
    private final ThreadLocal<Integer> depth = ThreadLocal.withInitial(() -> 0);
    private int step = -1;
    private boolean inStep;
    private final Map<Integer, String> reached = new HashMap<>();
    private volatile boolean closed;
    private volatile int callbacks;

    /** Ends what would go on without end: streams that are generated, threads of scenarios that are over. */
    static final class Over extends Error {
        private Over() {
            super("the scenario is over", null, false, false);
        }
    }

    Trace(PrintWriter out) {
        this.out = out;
    }

    /** All objects that have been named, in the order of their numbers. */
    synchronized List<Object> objects() {
        return new ArrayList<>(objects);
    }

    /** A call begins: form, owner, key, receiver and arguments. */
    synchronized void begin(String form, String owner, String key, Object receiver, Object[] arguments) {
        String line = "c\t" + form + "\t" + owner + "\t" + key + "\t" + name(receiver) + names(arguments);
        step++;
        callbacks = 0;
        line(line);
        inStep = true;
    }

    /** The call has returned a value or, if `thrown` is not null, thrown. */
    synchronized void end(Object result, Throwable thrown) {
        inStep = false;
        line(thrown == null ? "e\t" + name(result) : "x\t" + thrown.getClass().getName());
        for (int at = 0; at < objects.size(); at++) {
            if (!Program.isOne(objects.get(at))) {
                reach(at);
            }
        }
    }

    private void reach(int root) {
        StringBuilder found = new StringBuilder();
        for (Object object : Heap.programObjects(objects.get(root), ids.keySet())) {
            found.append('\t').append(name(object));
        }
        String before = reached.put(root, found.toString());
        if (!found.toString().equals(before == null ? "" : before)) {
            line("r\t" + root + found);
        }
    }

    /** Code of the program is called: says whether the call came from the library, which is then written. */
    boolean enter(String method, Object receiver, Object[] arguments) {
        if (closed || callbacks > LIMIT) {
            throw new Over();
        }
        int level = depth.get();
        depth.set(level + 1);
        if (level == 0) {
            callback(method, receiver, arguments);
        }
        return level == 0;
    }

    /** Code of the program calls a method of an object of the library that a callback has given it. */
    void use(String method, Object receiver, Object[] arguments, Runnable call) {
        int level = depth.get();
        if (level != 1) {
            call.run();
            return;
        }
        used(method, receiver, arguments);
        depth.set(0);
        try {
            call.run();
        } finally {
            depth.set(level);
        }
    }

    private synchronized void used(String method, Object receiver, Object[] arguments) {
        if (!closed) {
            line("p\t" + name(receiver) + "\t" + method + names(arguments));
        }
    }

    /** Code of the program returns a value. */
    synchronized void leave(boolean entered, String method, Object receiver, Object result) {
        depth.set(depth.get() - 1);
        if (entered && !closed) {
            line("v\t" + method + "\t" + name(receiver) + "\t" + name(result));
        }
    }

    private synchronized void callback(String method, Object receiver, Object[] arguments) {
        callbacks++;
        if (!closed) {
            String during = inStep && Thread.currentThread() == thread ? "1" : "0";
            line("b\t" + during + "\t" + method + "\t" + name(receiver) + names(arguments));
        }
    }

    /** What is called from now on is not recorded: the harness itself is at work. */
    void suspend() {
        depth.set(depth.get() + 1);
    }

    void resume() {
        depth.set(depth.get() - 1);
    }

    /** Ends the recording; the objects let go of each other. */
    synchronized void close() {
        closed = true;
        ids.clear();
        objects.clear();
    }

    private String names(Object[] values) {
        StringBuilder names = new StringBuilder();
        for (Object value : values) {
            names.append('\t').append(name(value));
        }
        return names.toString();
    }

    /** `-` for null, `v` for values that hold nothing, else the object's number. */
    synchronized String name(Object value) {
        if (value == null) {
            return "-";
        }
        if (Heap.isValue(value)) {
            return "v";
        }
        Integer known = ids.get(value);
        if (known != null) {
            return known.toString();
        }
        int id = objects.size();
        ids.put(value, id);
        objects.add(value);
        String of = value instanceof Program.Inheriting ? "I" : Program.isOne(value) ? "P" : "J";
        line("o\t" + id + "\t" + of + "\t" + internal(value.getClass()) + supertypes(value.getClass()));
        return Integer.toString(id);
    }

    /** An object of the library that no modelled method has made. */
    synchronized void found(Object object) {
        String id = name(object);
        line("f\t" + id);
    }

    /** An object that nobody knows the ways of: the library's own unknown code has it. */
    synchronized void escaped(Object object) {
        String id = name(object);
        line("t\t" + id);
    }

    /** An array that the program has made, with what is in it. */
    synchronized void array(Object[] made) {
        String id = name(made);
        line("a\t" + id + names(made));
    }

    private static String supertypes(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        collect(type, all);
        StringBuilder names = new StringBuilder();
        for (Class<?> one : all) {
            names.append('\t').append(internal(one));
        }
        return names.toString();
    }

    private static void collect(Class<?> type, Set<Class<?>> all) {
        if (type == null || !all.add(type)) {
            return;
        }
        collect(type.getSuperclass(), all);
        for (Class<?> one : type.getInterfaces()) {
            collect(one, all);
        }
    }

    private static String internal(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private void line(String text) {
        if (!closed) {
            out.println(text);
        }
    }
}
