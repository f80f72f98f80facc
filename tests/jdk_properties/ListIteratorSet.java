import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;

/** A list iterator replaces an element that it has given and that is still there. */
class ListIteratorSet {
    static void violates() {
        ListIterator<String> names = new ArrayList<>(List.of("a", "b")).listIterator();
        names.next();
        names.add("c");
        names.set("d");
    }

    static void conforms() {
        ListIterator<String> names = new ArrayList<>(List.of("a", "b")).listIterator();
        names.next();
        names.set("d");
        names.set("e");
    }
}
