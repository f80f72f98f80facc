import java.util.concurrent.ConcurrentHashMap;

/** A concurrent hash map takes no null, neither as key nor as value. */
class ConcurrentMapNoNull {
    static void violates() {
        new ConcurrentHashMap<String, String>().put(null, "b");
    }

    static void conforms() {
        new ConcurrentHashMap<String, String>().put("a", "b");
    }
}
