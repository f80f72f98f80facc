import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What is made to be unmodifiable is not modified. */
class UnmodifiableUnchanged {
    static void violates() {
        List.of("a").add("b");
    }

    static void conforms() {
        List<String> names = new ArrayList<>(List.of("a"));
        names.add("b");
        Collections.unmodifiableList(names).size();
    }
}
