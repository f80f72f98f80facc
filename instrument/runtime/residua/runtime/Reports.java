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

    /** Of the properties that say more than their name. */
    private static final Map<String, Description> DESCRIBED = new ConcurrentHashMap<String, Description>();

    private static ViolationHandler handler;
    private static boolean chosen;

    private Reports() {}

    /**
     * Describes the reports of a property. Without it, they are errors without a message.
     *
     * @param property its name
     * @param severity {@code note}, {@code warning} or {@code error}
     * @param message the mistake, in one line, or null
     * @param help the remedy, or null
     */
    public static void describe(String property, String severity, String message, String help) {
        DESCRIBED.put(property, new Description(severity, message, help));
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
        Description description = DESCRIBED.getOrDefault(property, Description.NONE);
        if (SEVERITIES.indexOf(description.severity) < LEAST) {
            return;
        }
        if (!chosen) {
            choose(null);
        }
        Violation violation = new Violation(property, description, state, event, at, instance);
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
