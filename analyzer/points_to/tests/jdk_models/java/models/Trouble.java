package models;

/** An exception of the program. */
final class Trouble extends RuntimeException implements Program.Overriding {
    private static final long serialVersionUID = 1;

    Trouble() {}

    Trouble(String message) {
        super(message);
    }

    Trouble(Throwable cause) {
        super(cause);
    }

    Trouble(String message, Throwable cause) {
        super(message, cause);
    }

    /** The scenario of this thread: a constructor calls methods before there is any field. */
    private <T> T own(String method, Program.Body<T> inherited, Program.Body<T> body, Object... arguments) {
        Scenario at = Scenario.current();
        return at == null || at.trace == null ? run(inherited) : Program.own(at, true, method, this, inherited, body, arguments);
    }

    private static <T> T run(Program.Body<T> inherited) {
        try {
            return inherited.run();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public String getMessage() {
        return own("getMessage", super::getMessage, () -> "trouble");
    }

    @Override
    public String getLocalizedMessage() {
        return own("getLocalizedMessage", super::getLocalizedMessage, () -> "trouble");
    }

    @Override
    public String toString() {
        return own("toString", super::toString, () -> "trouble");
    }

    @Override
    public synchronized Throwable getCause() {
        return own("getCause", super::getCause, super::getCause);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return own("fillInStackTrace", super::fillInStackTrace, () -> this);
    }
}
