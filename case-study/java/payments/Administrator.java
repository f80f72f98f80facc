package payments;

/** Decides on the standing of users and keeps count of the decisions. */
public final class Administrator {
    private long blacklistings;
    private long greylistings;
    private long whitelistings;

    /** Bars a user. */
    public void blacklist(UserInfo user) {
        user.setStanding(Standing.BLACKLISTED);
        blacklistings++;
    }

    /** Puts a user under watch. */
    public void greylist(UserInfo user) {
        user.setStanding(Standing.GREYLISTED);
        greylistings++;
    }

    /** Clears a user of all suspicion. */
    public void whitelist(UserInfo user) {
        user.setStanding(Standing.GOOD);
        whitelistings++;
    }

    long blacklistings() {
        return blacklistings;
    }

    long greylistings() {
        return greylistings;
    }

    long whitelistings() {
        return whitelistings;
    }
}
