import java.util.Enumeration;
import java.util.List;
import java.util.Vector;

/** A vector does not change while its elements are enumerated. */
class VectorUnchanged {
    static void violates() {
        Vector<String> names = new Vector<>(List.of("a", "b"));
        Enumeration<String> all = names.elements();
        names.add("c");
        all.nextElement();
    }

    static void conforms() {
        Vector<String> names = new Vector<>(List.of("a", "b"));
        names.add("c");
        Enumeration<String> all = names.elements();
        while (all.hasMoreElements()) {
            all.nextElement();
        }
    }
}
