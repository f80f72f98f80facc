package residua.sink;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.logs.LogRecordBuilder;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.trace.Span;
import residua.runtime.Violation;
import residua.runtime.ViolationHandler;

/**
 * Makes each report a log record of OpenTelemetry, and an event {@code residua.violation} of the span that is current in the thread. It uses
 * the global instance, which the agent of OpenTelemetry or the program sets.
 */
public final class OpenTelemetry implements ViolationHandler {
    @Override
    public void violation(Violation violation) {
        AttributesBuilder builder = io.opentelemetry.api.common.Attributes.builder();
        Attributes.each(violation, builder::put);
        io.opentelemetry.api.common.Attributes attributes = builder.build();

        LogRecordBuilder record = GlobalOpenTelemetry.get().getLogsBridge().get("residua").logRecordBuilder();
        record.setSeverity(severity(violation.severity)).setSeverityText(violation.severity);
        record.setBody(violation.toString()).setAllAttributes(attributes).emit();
        Span.current().addEvent("residua.violation", attributes);
    }

    private static Severity severity(String name) {
        switch (name) {
            case "error":
                return Severity.ERROR;
            case "warning":
                return Severity.WARN;
            default:
                return Severity.INFO;
        }
    }
}
