import java.util.Hashtable;

/** A hash table takes no null, neither as key nor as value. */
class HashtableNoNull {
    static void violates() {
        new Hashtable<String, String>().put("a", null);
    }

    static void conforms() {
        new Hashtable<String, String>().put("a", "b");
    }
}
