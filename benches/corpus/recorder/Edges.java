package residua.recording;

import java.util.Set;

/** A set of pairs of a call and a method, by one thread; others may read it. */
final class Edges {
    /** A power of two; zero is an empty place, as methods count from one. */
    private long[] table = new long[256];
    private int size;

    void add(int site, int method) {
        long edge = (long) site << 32 | method;
        int place = place(table, edge);
        if (table[place] == 0) {
            if (++size * 2 > table.length) {
                grow();
                place = place(table, edge);
            }
            table[place] = edge;
        }
    }

    static int site(long edge) {
        return (int) (edge >>> 32);
    }

    static int method(long edge) {
        return (int) edge;
    }

    void addTo(Set<Long> all) {
        for (long edge : table) {
            if (edge != 0) {
                all.add(edge);
            }
        }
    }

    private void grow() {
        long[] larger = new long[table.length * 2];
        for (long edge : table) {
            if (edge != 0) {
                larger[place(larger, edge)] = edge;
            }
        }
        table = larger;
    }

    private static int place(long[] table, long edge) {
        long mixed = edge * 0x9E3779B97F4A7C15L;
        int place = (int) (mixed >>> 40) & table.length - 1;
        while (table[place] != 0 && table[place] != edge) {
            place = place + 1 & table.length - 1;
        }
        return place;
    }
}
