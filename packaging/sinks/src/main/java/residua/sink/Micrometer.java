package residua.sink;

import io.micrometer.core.instrument.Metrics;
import residua.runtime.Violation;
import residua.runtime.ViolationHandler;

/**
 * Counts reports in the counter {@code residua.violations} of Micrometer's global registry, with the tags {@code residua.property},
 * {@code residua.severity} and {@code residua.state}.
 */
public final class Micrometer implements ViolationHandler {
    @Override
    public void violation(Violation violation) {
        Metrics.counter(
                "residua.violations",
                Attributes.PROPERTY, violation.property,
                Attributes.SEVERITY, violation.severity,
                Attributes.STATE, violation.state)
            .increment();
    }
}
