package residua.sink;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import residua.runtime.Violation;
import residua.runtime.ViolationHandler;

/**
 * Makes each report an event {@code residua.Violation} of Flight Recorder, with the stack of the thread. For example,
 * {@code java -XX:StartFlightRecording=filename=run.jfr} records them, and {@code jfr print --events residua.Violation run.jfr} prints them.
 */
public final class Jfr implements ViolationHandler {
    @Override
    public void violation(Violation violation) {
        Report report = new Report();
        if (report.shouldCommit()) {
            report.property = violation.property;
            report.severity = violation.severity;
            report.state = violation.state;
            report.event = violation.event;
            report.at = violation.at;
            report.instance = violation.instance;
            report.message = violation.message;
            report.help = violation.help;
            report.commit();
        }
    }

    @Name("residua.Violation")
    @Label("Violation")
    @Category("residua")
    @Description("A monitor entered a bad state of its property")
    @StackTrace(true)
    private static final class Report extends Event {
        @Label("Property")
        String property;

        @Label("Severity")
        String severity;

        @Label("State")
        String state;

        @Label("Event")
        String event;

        @Label("Place")
        String at;

        @Label("Instance")
        String instance;

        @Label("Message")
        String message;

        @Label("Help")
        String help;
    }
}
