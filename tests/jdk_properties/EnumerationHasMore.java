import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** Whether there are more elements is asked before one is taken. */
class EnumerationHasMore {
    static void violates() {
        Enumeration<String> names = Collections.enumeration(List.of("a"));
        names.nextElement();
    }

    static void conforms() {
        Enumeration<String> names = Collections.enumeration(List.of("a", "b"));
        while (names.hasMoreElements()) {
            names.nextElement();
        }
    }
}
