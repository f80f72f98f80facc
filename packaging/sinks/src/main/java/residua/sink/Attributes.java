package residua.sink;

import java.util.function.BiConsumer;
import residua.runtime.Violation;

/** The parts of a report by the names that logs, traces and metrics have for them. */
final class Attributes {
    static final String PROPERTY = "residua.property";
    static final String SEVERITY = "residua.severity";
    static final String STATE = "residua.state";

    private Attributes() {}

    /** Gives each part that a report has to a consumer of names and values. */
    static void each(Violation violation, BiConsumer<String, String> consumer) {
        consumer.accept(PROPERTY, violation.property);
        consumer.accept(SEVERITY, violation.severity);
        consumer.accept(STATE, violation.state);
        consumer.accept("residua.event", violation.event);
        consumer.accept("residua.at", violation.at);
        consumer.accept("residua.instance", violation.instance);
        if (violation.message != null) {
            consumer.accept("residua.message", violation.message);
        }
        if (violation.help != null) {
            consumer.accept("residua.help", violation.help);
        }
    }
}
