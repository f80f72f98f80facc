package residua.runtime;

/** What a property says of its reports. */
final class Description {
    /** Of a property that says nothing. */
    static final Description NONE = new Description("error", null, null);

    /** {@code note}, {@code warning} or {@code error}. */
    final String severity;
    /** The mistake, in one line, or null. */
    final String message;
    /** The remedy, or null. */
    final String help;

    Description(String severity, String message, String help) {
        this.severity = severity;
        this.message = message;
        this.help = help;
    }
}
