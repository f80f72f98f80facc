import java.util.HashMap;
import java.util.Map;

/** A map is neither a key nor a value of itself. */
class MapNotInItself {
    static void violates() {
        Map<Object, Object> all = new HashMap<>();
        all.put("self", all);
    }

    static void conforms() {
        Map<Object, Object> all = new HashMap<>();
        all.put("other", new HashMap<>());
    }
}
