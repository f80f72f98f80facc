package residua.runtime;

/**
 * What is done with a report. The handler is named when the program is woven or by the system property
 * {@code residua.handler}; it needs a public constructor without parameters.
 */
public interface ViolationHandler {
    /**
     * Handles one report. Runs in the thread that raised the event, as monitor code: it raises no events, and what it
     * throws is told once.
     *
     * @param violation the report
     */
    void violation(Violation violation);
}
