import java.util.Arrays;

/** The list that an array stands behind keeps its size. */
class AsListFixedSize {
    static void violates() {
        Arrays.asList("a", "b").add("c");
    }

    static void conforms() {
        Arrays.asList("a", "b").set(0, "c");
    }
}
