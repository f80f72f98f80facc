import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;

/** The same, and breaks each of the three rules once at the end. */
public class Broken {
    /** The number of rounds. */
    public static void main(String[] arguments) {
        Rounds.main(arguments);
        System.out.println(violate());
    }

    private static int violate() {
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        int first = list.iterator().next();
        Iterator<Integer> stale = list.iterator();
        list.add(3);
        Collection<Integer> keys = Rounds.MAP.keySet();
        Iterator<Integer> old = keys.iterator();
        Rounds.MAP.put(1000, 1000);
        try {
            stale.next();
        } catch (ConcurrentModificationException expected) {
            first++;
        }
        try {
            old.next();
        } catch (ConcurrentModificationException expected) {
            first++;
        }
        return first;
    }
}
