import java.util.ArrayList;
import java.util.List;

/** A part of a list is not used once the list has changed its size. */
class SubListUsedAfterChange {
    static void violates() {
        List<String> names = new ArrayList<>(List.of("a", "b", "c"));
        List<String> part = names.subList(0, 2);
        names.add("d");
        part.size();
    }

    static void conforms() {
        List<String> names = new ArrayList<>(List.of("a", "b", "c"));
        names.add("d");
        names.subList(0, 2).size();
    }
}
