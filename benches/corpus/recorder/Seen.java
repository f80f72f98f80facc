package residua.recording;

/** The pairs of object and call that a thread met last: most calls of a loop are told once. */
final class Seen {
    private final long[] table = new long[1 << 12];

    void note(Object object, int site) {
        int identity = System.identityHashCode(object);
        long pair = (long) identity << 32 | site;
        int place = (identity * 31 ^ site * 0x9E3779B9) >>> 20;
        if (table[place] != pair) {
            table[place] = pair;
            Identities.note(object, identity, site);
        }
    }
}
