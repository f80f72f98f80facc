package residua.runtime;

import java.util.ArrayList;
import java.util.List;

/** Thrown where a report is to make a test fail; its stack begins with the code that raised the event. */
public final class ViolationError extends AssertionError {
    private static final long serialVersionUID = 1L;

    ViolationError(Violation violation) {
        super(violation + (violation.help == null ? "" : System.lineSeparator() + "help: " + violation.help));
        List<StackTraceElement> frames = new ArrayList<>();
        for (StackTraceElement frame : getStackTrace()) {
            if (!frame.getClassName().startsWith("residua.")) {
                frames.add(frame);
            }
        }
        setStackTrace(frames.toArray(new StackTraceElement[0]));
    }
}
