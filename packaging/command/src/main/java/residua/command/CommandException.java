package residua.command;

/** A failure of the command, with a message for the person who runs the build. */
public final class CommandException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean isObjection;

    /** A failure of the build itself: something is missing, or cannot be read or run. */
    public CommandException(String message) {
        this(message, null);
    }

    /** The same, with its cause. */
    public CommandException(String message, Throwable cause) {
        super(message, cause);
        isObjection = false;
    }

    CommandException(String message, boolean isObjection) {
        super(message);
        this.isObjection = isObjection;
    }

    /** Whether the command did its work, and the program or a property is at fault. */
    public boolean isObjection() {
        return isObjection;
    }
}
