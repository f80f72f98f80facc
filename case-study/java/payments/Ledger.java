package payments;

/**
 * Who dealt with whom. Each entry is sealed by a hash that includes the seal of the entry before,
 * so the last seal stands for the whole book.
 */
final class Ledger {
    /** How often a seal is stirred: it takes the time that a real one would spend on signing. */
    private static final int ROUNDS = 170;

    private long lastSeal;

    /** Enters that {@code user} and {@code destination} exchanged {@code cents}. */
    void enter(UserInfo user, Destination destination, long cents) {
        lastSeal = seal(lastSeal, user.id(), destination.id(), cents);
        user.addPartner(destination);
        destination.addClient(user);
    }

    /** The seal of the last entry, 0 for an empty book. */
    long lastSeal() {
        return lastSeal;
    }

    private static long seal(long previous, long user, long destination, long cents) {
        long state = previous;
        for (int round = 0; round < ROUNDS; round++) {
            state = Mix.mix(state ^ user);
            state = Mix.mix(state ^ destination);
            state = Mix.mix(state ^ cents);
        }
        return state;
    }
}
