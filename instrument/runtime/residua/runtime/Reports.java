package residua.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reports, from the monitors to the handlers. */
public final class Reports {
    /** Whether an event that leads to a report throws, once it has been reported: for tests, which are to fail there. */
    private static final boolean FAILS = Settings.has("residua.report", "fail");

    /** What the event that this thread has raised led to first. */
    private static final ThreadLocal<Violation> FAILED = FAILS ? new ThreadLocal<Violation>() : null;

    /** The severities, from the least. */
    private static final List<String> SEVERITIES = Arrays.asList("note", "warning", "error");

    /** The place in that list of the least severity that is reported; the system property {@code residua.severity} names it. */
    private static final int LEAST = SEVERITIES.indexOf(Settings.get("residua.severity", "note"));

    /** Of the properties that say more than their name. */
    private static final Map<String, Description> DESCRIBED = new ConcurrentHashMap<String, Description>();

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
        Handlers.setDefault(fallback);
    }

    /**
     * Gives reports to one more handler from now on. For example, a test gathers those that it leads to.
     *
     * @param handler the handler
     */
    public static void addHandler(ViolationHandler handler) {
        Handlers.add(handler);
    }

    /**
     * Takes a handler back that {@link #addHandler} has added.
     *
     * @param handler the handler
     */
    public static void removeHandler(ViolationHandler handler) {
        Handlers.remove(handler);
    }

    /**
     * Makes a report, after the state has been entered.
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
     * Makes a report, after the state has been entered.
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
        Description description = DESCRIBED.getOrDefault(property, Description.NONE);
        if (SEVERITIES.indexOf(description.severity) < LEAST) {
            return;
        }
        final Violation violation = new Violation(property, description, state, event, at, instance);
        if (FAILS && FAILED.get() == null) {
            FAILED.set(violation);
        }
        Outbox.put("the delivery of a report", new Runnable() {
            @Override
            public void run() {
                Handlers.handle(violation);
            }
        });
    }

    /** Whether reports wait for a thread to leave monitor code. If this thread has made one, it is true. */
    public static boolean areWaiting() {
        return Outbox.isWaiting();
    }

    /** Hands over what this thread has reported, before code of a property runs: what that does comes behind the reports. */
    public static void flush() {
        Outbox.flush();
    }

    /**
     * Hands over what this thread has reported, unless it still runs monitor code. Throws a {@link ViolationError} then, if reports
     * are to make tests fail.
     */
    public static void leave() {
        Outbox.handOver();
        if (FAILS && !Gate.isInside()) {
            Violation violation = FAILED.get();
            if (violation != null) {
                FAILED.remove();
                throw new ViolationError(violation);
            }
        }
    }
}
