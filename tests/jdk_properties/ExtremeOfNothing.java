import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The largest or smallest element is not asked of an empty collection. */
class ExtremeOfNothing {
    static void violates() {
        Collections.max(new ArrayList<Integer>());
    }

    static void conforms() {
        Collections.max(List.of(1, 2));
    }
}
