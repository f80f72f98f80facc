package residua.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Hands reports to the handler. */
public final class Reports {
    /** Whether an event that leads to a report throws, once it has been reported: for tests, which are to fail there. */
    public static final boolean FAILS = Settings.has("residua.report", "fail");

    /** What the event that this thread has raised led to first. */
    private static final ThreadLocal<Violation> FAILED = FAILS ? new ThreadLocal<Violation>() : null;

    /** The severities, from the least. */
    private static final List<String> SEVERITIES = Arrays.asList("note", "warning", "error");

    /** The place in that list of the least severity that is reported; the system property {@code residua.severity} names it. */
    private static final int LEAST = SEVERITIES.indexOf(Settings.get("residua.severity", "note"));

    /** Of the properties that are no errors. */
    private static final Map<String, String> RATED = new ConcurrentHashMap<String, String>();

    /** The messages and helps of properties, each pair one array. */
    private static final Map<String, String[]> EXPLAINED = new ConcurrentHashMap<String, String[]>();

    private static final String[] UNEXPLAINED = new String[2];

    private static ViolationHandler handler;
    private static boolean chosen;

    private Reports() {}

    /**
     * Says how bad reports of a property are. Without it, they are errors.
     *
     * @param property its name
     * @param severity {@code note}, {@code warning} or {@code error}
     */
    public static void rate(String property, String severity) {
        RATED.put(property, severity);
    }

    /**
     * Says what reports of a property mean.
     *
     * @param property its name
     * @param message the mistake, in one line, or null
     * @param help the remedy, or null
     */
    public static void explain(String property, String message, String help) {
        EXPLAINED.put(property, new String[] {message, help});
    }

    /**
     * Sets the handler chosen when the program was woven. The system property {@code residua.handler} goes before it.
     *
     * @param fallback the handler
     */
    public static void handleBy(ViolationHandler fallback) {
        if (!chosen) {
            choose(fallback);
        }
    }

    /**
     * Makes a report, after the state has been entered; one after the other.
     *
     * @param at where the event occurred, {@code FILE:LINE}
     * @param property name of the property
     * @param state name of the bad state
     * @param event name of the transition's event
     * @param instance whose monitor it is
     */
    public static void report(String at, String property, String state, String event, Instance instance) {
        report(at, property, state, event, instance.describe());
    }

    /**
     * Makes a report, after the state has been entered; one after the other.
     *
     * @param at where the event occurred, {@code FILE:LINE}
     * @param property name of the property
     * @param state name of the bad state
     * @param event name of the transition's event
     * @param key the object whose monitor it is
     */
    public static void report(String at, String property, String state, String event, Object key) {
        report(at, property, state, event, Key.describe(key));
    }

    private static void report(String at, String property, String state, String event, String instance) {
        if (Gate.isInside()) {
            hand(at, property, state, event, instance);
            return;
        }
        if (Gate.enter(at)) {
            try {
                hand(at, property, state, event, instance);
            } finally {
                Gate.leave();
            }
            return;
        }
        synchronized (Gate.LOCK) {
            if (Gate.open(at)) {
                try {
                    hand(at, property, state, event, instance);
                } finally {
                    Gate.close();
                }
            }
        }
    }

    private static void hand(String at, String property, String state, String event, String instance) {
        String rated = RATED.get(property);
        String severity = rated == null ? "error" : rated;
        if (SEVERITIES.indexOf(severity) < LEAST) {
            return;
        }
        if (!chosen) {
            choose(null);
        }
        String[] explained = EXPLAINED.getOrDefault(property, UNEXPLAINED);
        Violation violation = new Violation(property, severity, state, event, at, instance, explained[0], explained[1]);
        if (FAILS && FAILED.get() == null) {
            FAILED.set(violation);
        }
        try {
            handler.violation(violation);
        } catch (Throwable thrown) {
            Faults.tell("the violation handler " + handler.getClass().getName(), thrown);
        }
    }

    /** Throws a {@link ViolationError} if the event that has been handled led to a report; for program code, if it {@link #FAILS}. */
    public static void fail() {
        Violation violation = FAILED.get();
        if (violation != null) {
            FAILED.remove();
            throw new ViolationError(violation);
        }
    }

    private static void choose(ViolationHandler fallback) {
        chosen = true;
        ViolationHandler named = named();
        handler = named != null ? named : fallback != null ? fallback : new StandardHandler();
    }

    private static ViolationHandler named() {
        String name = Settings.get("residua.handler", "");
        if (name.isEmpty()) {
            return null;
        }
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            Class<?> type = Class.forName(name, true, loader != null ? loader : Reports.class.getClassLoader());
            return (ViolationHandler) type.getConstructor().newInstance();
        } catch (Throwable thrown) {
            Faults.tell("the choice of the violation handler " + name, thrown);
            return null;
        }
    }
}
