package residua.sink;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import residua.runtime.Violation;
import residua.runtime.ViolationHandler;

/**
 * Gives reports to SLF4J: those of the property {@code P} to the logger {@code residua.P}, at the level of their severity. Parts of the
 * report are in the context of the message (MDC) as {@code residua.property}, {@code residua.state}, {@code residua.event},
 * {@code residua.at}, {@code residua.instance} and {@code residua.help}, for layouts that write JSON.
 */
public final class Slf4j implements ViolationHandler {
    @Override
    public void violation(Violation violation) {
        Logger logger = LoggerFactory.getLogger("residua." + violation.property);
        List<MDC.MDCCloseable> context = new ArrayList<>();
        Attributes.each(violation, (key, value) -> context.add(MDC.putCloseable(key, value)));
        try {
            log(logger, violation.severity, violation.toString());
        } finally {
            for (MDC.MDCCloseable entry : context) {
                entry.close();
            }
        }
    }

    private static void log(Logger logger, String severity, String text) {
        switch (severity) {
            case "error":
                logger.error("{}", text);
                break;
            case "warning":
                logger.warn("{}", text);
                break;
            default:
                logger.info("{}", text);
        }
    }
}
