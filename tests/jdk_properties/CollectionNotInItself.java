import java.util.ArrayList;
import java.util.List;

/** A collection is not made an element of itself. */
class CollectionNotInItself {
    static void violates() {
        List<Object> all = new ArrayList<>();
        all.add(all);
    }

    static void conforms() {
        List<Object> all = new ArrayList<>();
        all.add(new ArrayList<>());
    }
}
