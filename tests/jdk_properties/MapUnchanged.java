import java.util.HashMap;
import java.util.Map;

/** A map does not change while one of its views is iterated. */
class MapUnchanged {
    static void violates() {
        Map<String, Integer> ages = new HashMap<>(Map.of("a", 1, "b", 2));
        for (String name : ages.keySet()) {
            ages.put(name + name, 3);
        }
    }

    static void conforms() {
        Map<String, Integer> ages = new HashMap<>(Map.of("a", 1, "b", 2));
        for (String name : ages.keySet()) {
            name.length();
        }
        ages.put("c", 3);
    }
}
