package payments;

/** The bit mixer behind receipts and random numbers. */
final class Mix {
    private Mix() {}

    /**
     * Scatters the bits of a word: a bijection of the 64-bit words in which every input bit
     * influences every output bit (two rounds of multiply and shift, the finalizer of SplitMix64).
     */
    static long mix(long word) {
        long z = (word ^ (word >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
