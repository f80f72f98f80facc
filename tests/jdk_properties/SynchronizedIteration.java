import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A synchronized collection is iterated with its lock held. */
class SynchronizedIteration {
    static void violates() {
        List<String> names = Collections.synchronizedList(new ArrayList<>());
        for (String name : names) {
            name.length();
        }
    }

    static void conforms() {
        List<String> names = Collections.synchronizedList(new ArrayList<>());
        synchronized (names) {
            for (String name : names) {
                name.length();
            }
        }
    }
}
