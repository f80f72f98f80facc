package residua.runtime;

/** One report: a transition of one instance entered a bad state. */
public final class Violation {
    /** Name of the property. */
    public final String property;
    /** How bad it is: {@code error}, {@code warning} or {@code note}, as the property says. */
    public final String severity;
    /** Name of the bad state. */
    public final String state;
    /** Name of the event of the transition. */
    public final String event;
    /** Where the event occurred, {@code FILE:LINE}. */
    public final String at;
    /** Class name, {@code @} and identity hash of each key of the instance, outermost first. */
    public final String instance;
    /** The mistake in one line, as the property says it, or null. */
    public final String message;
    /** The remedy, as the property says it, or null. */
    public final String help;

    Violation(String property, Description description, String state, String event, String at, String instance) {
        this.property = property;
        this.severity = description.severity;
        this.state = state;
        this.event = event;
        this.at = at;
        this.instance = instance;
        this.message = description.message;
        this.help = description.help;
    }

    /**
     * The report line: {@code residua: violation of PROPERTY in STATE by EVENT at FILE:LINE (INSTANCE)}, and behind it
     * {@code : MESSAGE} if the property has one.
     */
    @Override
    public String toString() {
        return "residua: violation of " + property + " in " + state + " by " + event + " at " + at
                + " (" + instance + ")" + (message == null ? "" : ": " + message);
    }
}
