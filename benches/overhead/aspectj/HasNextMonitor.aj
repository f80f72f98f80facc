import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.WeakHashMap;

/** That {@code hasNext()} is called before {@code next()}, as one would write it in AspectJ: a weak map from iterators to states. */
public aspect HasNextMonitor {
    private enum State { UNKNOWN, READY, ERROR }

    private final Map<Object, State> states = Collections.synchronizedMap(new WeakHashMap<>());

    before(Iterator i): call(* java.util.Iterator+.hasNext()) && target(i) {
        if (states.getOrDefault(i, State.UNKNOWN) == State.UNKNOWN) {
            states.put(i, State.READY);
        }
    }

    before(Iterator i): call(* java.util.Iterator+.next()) && target(i) {
        if (states.getOrDefault(i, State.UNKNOWN) == State.UNKNOWN) {
            states.put(i, State.ERROR);
            System.err.println("violation of has_next in error by next (" + i.getClass().getName() + ")");
        } else {
            states.put(i, State.UNKNOWN);
        }
    }
}
