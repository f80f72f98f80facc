package payments;

/**
 * A small random number generator with a fixed algorithm, so that one seed gives one load on every
 * JDK (SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
 */
final class SplitMix {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    /**
     * The stream numbered {@code stream} under {@code seed}. Each user has a stream of its own, so
     * what one user draws never shifts what the others do.
     */
    SplitMix(long seed, long stream) {
        state = Mix.mix(Mix.mix(seed) ^ (stream + GAMMA));
    }

    /** The next 64 random bits. */
    long nextLong() {
        state += GAMMA;
        return Mix.mix(state);
    }

    /** A random number from 0 up to, not including, {@code bound}, which is positive. */
    int below(int bound) {
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }

    /** A random number from {@code low} to {@code high}, both included. */
    int between(int low, int high) {
        return low + below(high - low + 1);
    }

    /** Whether an event that happens in {@code percent} of a hundred cases happens now. */
    boolean chance(int percent) {
        return below(100) < percent;
    }
}
