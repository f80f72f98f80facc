package residua.runtime;

/**
 * What is done with a report. The handler is named when the program is woven or by the system property
 * {@code residua.handler}; it needs a public constructor without parameters.
 */
public interface ViolationHandler {
    /**
     * Handles one report. It runs in the thread that raised the event, when the event has been handled, or before code of a property
     * runs for the same event. It raises no events, and what it throws is told once.
     *
     * <p>When the event has been handled, no lock of the runtime is held. So a handler may take any lock.
     *
     * <p>Reports come in their order, one after the other. If a handler takes longer than a second, another thread may call it in the
     * meantime: that thread may hold the lock that the handler waits for.
     *
     * @param violation the report
     */
    void violation(Violation violation);
}
