package payments;

import java.util.BitSet;

/** The load of one run: a script for the session of every user, all of it decided by the seed. */
final class Load {
    /** How many destinations the sessions speak of. */
    static final int DESTINATIONS = 108;

    /** The streams that are no user's. */
    private static final long TOWN_STREAM = -1;
    private static final long ROGUE_STREAM = -2;

    private final long seed;
    private final int users;
    private final BitSet rogues;

    /**
     * The load of {@code users} users.
     *
     * @param rogues how many of the gold users start to pay without having been activated
     * @throws IllegalArgumentException when fewer than {@code rogues} of the users are gold
     */
    Load(long seed, int users, int rogues) {
        this.seed = seed;
        this.users = users;
        this.rogues = chooseRogues(rogues);
    }

    int users() {
        return users;
    }

    /** How many users start to pay without having been activated. */
    int rogues() {
        return rogues.cardinality();
    }

    /** The script for the user numbered {@code userId}, from its first line. */
    Session session(int userId) {
        return new Session(userId, new SplitMix(seed, userId), rogues.get(userId));
    }

    /** The companies of the town, of which three in four are whitelisted. */
    Destination[] destinations(int depth) {
        SplitMix random = new SplitMix(seed, TOWN_STREAM);
        Destination[] destinations = new Destination[DESTINATIONS];
        for (int i = 0; i < DESTINATIONS; i++) {
            destinations[i] = new Destination(i, random.chance(75), depth);
        }
        return destinations;
    }

    /** Draws {@code wanted} gold users, each set of them as likely as any other. */
    private BitSet chooseRogues(int wanted) {
        int golds = countGold();
        if (wanted > golds) {
            throw new IllegalArgumentException(
                    "only " + golds + " of " + users + " users are gold, too few for "
                            + wanted + " rogues");
        }
        SplitMix random = new SplitMix(seed, ROGUE_STREAM);
        BitSet chosen = new BitSet(users);
        int missing = wanted;
        for (int id = 0; missing > 0; id++) {
            if (isGold(id)) {
                if (random.below(golds) < missing) {
                    chosen.set(id);
                    missing--;
                }
                golds--;
            }
        }
        return chosen;
    }

    private int countGold() {
        int golds = 0;
        for (int id = 0; id < users; id++) {
            if (isGold(id)) {
                golds++;
            }
        }
        return golds;
    }

    private boolean isGold(int userId) {
        return Tier.draw(new SplitMix(seed, userId)) == Tier.GOLD;
    }
}
