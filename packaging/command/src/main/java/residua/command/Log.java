package residua.command;

/** Where the lines of the command go: the log of a build. */
public interface Log {
    /** Writes a line for those who look for a fault of the build. */
    void debug(String line);

    /** Writes a result. */
    void info(String line);

    /** Writes a line of a warning. */
    void warn(String line);

    /** Writes a line of an error. */
    void error(String line);
}
