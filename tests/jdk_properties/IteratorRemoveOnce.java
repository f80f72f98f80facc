import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Each element that an iterator gives is removed at most once, and not before it has been given. */
class IteratorRemoveOnce {
    static void violates() {
        Iterator<String> names = new ArrayList<>(List.of("a", "b")).iterator();
        names.next();
        names.remove();
        names.remove();
    }

    static void conforms() {
        Iterator<String> names = new ArrayList<>(List.of("a", "b")).iterator();
        while (names.hasNext()) {
            names.next();
            names.remove();
        }
    }
}
