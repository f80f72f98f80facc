package payments;

/**
 * The script of one user's session: what the user and the world around it want next. It is drawn
 * from the user's own random stream and knows nothing of the objects it is played with.
 */
final class Session {
    /** How many destinations a user deals with. */
    static final int DISTRICT = 44;

    private final int userId;
    private final Tier tier;
    private final boolean rogue;
    private final SplitMix random;
    private final int papersNeeded;
    private final int firstDestination;
    private int stepsLeft;
    private boolean opened;

    /**
     * The script for user {@code userId}, drawn from {@code random}, which is at its start.
     *
     * @param rogue whether the user is a gold user who starts to pay without having been activated
     */
    Session(int userId, SplitMix random, boolean rogue) {
        this.userId = userId;
        this.random = random;
        this.rogue = rogue;
        this.tier = Tier.draw(random);
        this.papersNeeded = random.between(1, 3);
        this.firstDestination = drawDistrict(tier, random);
        this.stepsLeft = drawLength(tier, random);
    }

    int userId() {
        return userId;
    }

    Tier tier() {
        return tier;
    }

    /** How many papers the server wants to see; those of a rogue never suffice. */
    int papersNeeded() {
        return rogue ? Integer.MAX_VALUE : papersNeeded;
    }

    /** Whether a gold user whose activation failed tries again before it does anything else. */
    boolean insistsOnActivation() {
        return !rogue;
    }

    /** Whether a bronze user whose activation failed comes back with another paper. */
    boolean triesAgain() {
        return random.chance(90);
    }

    /** Goes on to the next step; false when the session is over. */
    boolean takeStep() {
        stepsLeft--;
        return stepsLeft >= 0;
    }

    /** What happens in this step of a bronze session. */
    Step bronzeStep() {
        int percentile = random.below(100);
        if (percentile < 36) {
            return Step.INCOME;
        }
        if (percentile < 85) {
            return Step.BLACKLIST;
        }
        return percentile < 93 ? Step.GREYLIST : Step.WHITELIST;
    }

    /** Whether this step of a paying user is a review. No session opens with one. */
    boolean isReview() {
        boolean first = !opened;
        opened = true;
        return !first && random.chance(tier == Tier.GOLD ? 22 : 5);
    }

    /** How many invoices a gold user settles in one go. */
    int invoicesDue() {
        return random.between(1, 7);
    }

    /** An income, in cents: 0 to 300 euros. */
    long nextIncome() {
        return random.below(30_001);
    }

    /** The number of the destination that the user deals with next. */
    int nextDestination() {
        return firstDestination + random.below(DISTRICT);
    }

    /**
     * Where the user's district starts. Districts overlap, but bronze users live towards the one
     * end of the town and paying users towards the other, so that companies differ in clientele.
     */
    private static int drawDistrict(Tier tier, SplitMix random) {
        return tier == Tier.BRONZE ? random.between(0, 48) : random.between(14, 64);
    }

    private static int drawLength(Tier tier, SplitMix random) {
        switch (tier) {
            case BRONZE:
                return random.between(140, 300);
            case SILVER:
                return random.between(300, 900);
            default:
                return random.between(120, 360);
        }
    }
}
