import java.util.TreeSet;

/** A sorted set without a comparator takes comparable elements only. */
class TreeSetComparable {
    static void violates() {
        new TreeSet<Object>().add(new Object());
    }

    static void conforms() {
        new TreeSet<Object>().add("a");
    }
}
