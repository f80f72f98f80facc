package residua.sink;

import java.lang.System.Logger.Level;
import residua.runtime.Violation;
import residua.runtime.ViolationHandler;

/**
 * Gives reports to {@link System.Logger}: those of the property {@code P} to the logger {@code residua.P}, at the level of their severity.
 * For example, the program prints them by {@code java.util.logging} if it chooses nothing else.
 */
public final class SystemLogger implements ViolationHandler {
    @Override
    public void violation(Violation violation) {
        System.getLogger("residua." + violation.property).log(level(violation.severity), violation.toString());
    }

    private static Level level(String severity) {
        switch (severity) {
            case "error":
                return Level.ERROR;
            case "warning":
                return Level.WARNING;
            default:
                return Level.INFO;
        }
    }
}
