import java.util.ArrayList;
import java.util.List;

/** A collection does not change while it is iterated. */
class CollectionUnchanged {
    static void violates() {
        List<String> names = new ArrayList<>(List.of("a", "b"));
        for (String name : names) {
            names.add(name + name);
        }
    }

    static void conforms() {
        List<String> names = new ArrayList<>(List.of("a", "b"));
        for (String name : new ArrayList<>(names)) {
            names.add(name + name);
        }
    }
}
