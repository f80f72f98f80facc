package payments;

/** What the administrator currently thinks of a user. */
public enum Standing {
    /** Nothing is held against the user. */
    GOOD,
    /** The user is being watched. */
    GREYLISTED,
    /** The user is barred until whitelisted. */
    BLACKLISTED
}
