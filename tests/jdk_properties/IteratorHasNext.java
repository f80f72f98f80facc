import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Whether there is a next element is asked before it is taken. */
class IteratorHasNext {
    static void violates() {
        Iterator<String> names = new ArrayList<>(List.of("a")).iterator();
        names.next();
    }

    static void conforms() {
        Iterator<String> names = new ArrayList<>(List.of("a", "b")).iterator();
        while (names.hasNext()) {
            names.next();
        }
    }
}
