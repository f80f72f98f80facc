package payments;

/** What can happen to a bronze user in one step of its session. */
enum Step {
    /** A company pays the user. */
    INCOME,
    /** The administrator bars the user. */
    BLACKLIST,
    /** The administrator has the user watched. */
    GREYLIST,
    /** The administrator clears the user. */
    WHITELIST
}
