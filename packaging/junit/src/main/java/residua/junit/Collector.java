package residua.junit;

import java.util.ArrayList;
import java.util.List;
import org.opentest4j.AssertionFailedError;
import residua.runtime.Reports;
import residua.runtime.Violation;
import residua.runtime.ViolationError;
import residua.runtime.ViolationHandler;

/** Gathers reports, for the tests and classes of tests that run. */
final class Collector implements ViolationHandler {
    private static final Collector ONLY = new Collector();

    /** In the order in which they began. */
    private final List<Scope> running = new ArrayList<>();

    /** Reports made while nothing ran. */
    private final List<Violation> between = new ArrayList<>();

    static {
        Reports.addHandler(ONLY);
    }

    private Collector() {}

    static Scope begin(boolean isTest) {
        Scope scope = new Scope(isTest);
        synchronized (ONLY) {
            ONLY.running.add(scope);
        }
        return scope;
    }

    /**
     * Ends a scope, and throws its reports.
     *
     * @param thrown what ended it, or null
     */
    static void end(Scope scope, Throwable thrown) {
        List<Violation> reports;
        synchronized (ONLY) {
            ONLY.running.remove(scope);
            reports = new ArrayList<>(ONLY.between);
            reports.addAll(scope.reports);
            ONLY.between.clear();
        }
        boolean isSaid = thrown instanceof ViolationError && reports.size() == 1;
        if (!reports.isEmpty() && !isSaid) {
            throw new AssertionFailedError(text(reports));
        }
    }

    private static String text(List<Violation> reports) {
        if (reports.size() == 1) {
            return text(reports.get(0));
        }
        StringBuilder text = new StringBuilder(reports.size() + " violations");
        for (Violation report : reports) {
            text.append(System.lineSeparator()).append(text(report));
        }
        return text.toString();
    }

    private static String text(Violation report) {
        return report + (report.help == null ? "" : System.lineSeparator() + "help: " + report.help);
    }

    @Override
    public synchronized void violation(Violation violation) {
        Scope own = ownOf(Thread.currentThread());
        if (own != null) {
            own.reports.add(violation);
            return;
        }
        boolean anyTest = running.stream().anyMatch(scope -> scope.isTest);
        for (Scope scope : running) {
            if (scope.isTest || !anyTest) {
                scope.reports.add(violation);
            }
        }
        if (running.isEmpty()) {
            between.add(violation);
        }
    }

    /** The last that this thread has begun. */
    private Scope ownOf(Thread thread) {
        Scope own = null;
        for (Scope scope : running) {
            if (scope.thread == thread) {
                own = scope;
            }
        }
        return own;
    }
}
