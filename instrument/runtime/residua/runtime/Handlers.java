package residua.runtime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The handlers of reports. The system property {@code residua.handler} names them, separated by commas: a class, {@code standard}
 * for {@link StandardHandler}, or one of the optional jars by its short name. For example, {@code Slf4j} is the class
 * {@code residua.sink.Slf4j}.
 */
final class Handlers {
    private static final String STANDARD = "standard";

    /** Where the classes of the optional jars are. */
    private static final String SINKS = "residua.sink.";

    private static final List<ViolationHandler> ALL = new CopyOnWriteArrayList<>();

    /** Those that were added by name or by default; they are the first. */
    private static boolean areChosen;

    /** The handler named when the program was woven, or null. */
    private static ViolationHandler woven;

    private Handlers() {}

    static synchronized void setDefault(ViolationHandler handler) {
        if (woven == null) {
            woven = handler;
        }
    }

    static void add(ViolationHandler handler) {
        ALL.add(handler);
    }

    static void remove(ViolationHandler handler) {
        ALL.remove(handler);
    }

    /** Gives a report to all handlers, as code that raises no events. */
    static void handle(Violation violation) {
        choose();
        for (ViolationHandler handler : ALL) {
            try {
                handler.violation(violation);
            } catch (Throwable thrown) {
                Faults.tell("the violation handler " + handler.getClass().getName(), thrown);
            }
        }
    }

    private static synchronized void choose() {
        if (areChosen) {
            return;
        }
        areChosen = true;
        int count = 0;
        for (String name : Settings.get("residua.handler", "").split(",")) {
            ViolationHandler handler = name.trim().isEmpty() ? null : named(name.trim());
            if (handler != null) {
                ALL.add(count++, handler);
            }
        }
        // Reports are never lost for want of a handler.
        if (count == 0) {
            ALL.add(0, woven != null ? woven : new StandardHandler());
        }
    }

    private static ViolationHandler named(String name) {
        try {
            return name.equals(STANDARD) ? new StandardHandler() : make(name);
        } catch (Throwable thrown) {
            Faults.tell("the choice of the violation handler " + name, thrown);
            return null;
        }
    }

    private static ViolationHandler make(String name) throws ReflectiveOperationException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context != null ? context : Handlers.class.getClassLoader();
        return (ViolationHandler) find(name, loader).getConstructor().newInstance();
    }

    private static Class<?> find(String name, ClassLoader loader) throws ClassNotFoundException {
        try {
            return Class.forName(name, true, loader);
        } catch (ClassNotFoundException missing) {
            if (name.indexOf('.') >= 0) {
                throw missing;
            }
        }
        try {
            return Class.forName(SINKS + name, true, loader);
        } catch (ClassNotFoundException missing) {
            throw new ClassNotFoundException("neither " + name + " nor " + SINKS + name + " is on the class path", missing);
        }
    }
}
