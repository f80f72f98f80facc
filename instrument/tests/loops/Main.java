import java.util.*;
import java.util.concurrent.*;

/** Asks collections of the named classes, empty ones and others, for two iterators each, which must be two. */
public class Main {
    static final Set<String> SEEN = new HashSet<>();

    public static void main(String[] names) {
        for (int size = 0; size < 4; size++) {
            List<Integer> some = new ArrayList<>();
            Map<Integer, Integer> pairs = new HashMap<>();
            for (int i = 0; i < size; i++) {
                some.add(i);
                pairs.put(i, i);
            }
            List<Collection<?>> all = new ArrayList<>(Arrays.asList(some, new ArrayList<>(some).subList(0, size),
                    new LinkedList<>(some), new Vector<>(some), new Stack<>(), new ArrayDeque<>(some), new HashSet<>(some),
                    new LinkedHashSet<>(some), new TreeSet<>(some), Arrays.asList(some.toArray()), new PriorityQueue<>(some),
                    new CopyOnWriteArrayList<>(some), new ConcurrentLinkedQueue<>(some), List.copyOf(some), Set.copyOf(some),
                    List.of(1, 2, 3).subList(0, Math.min(size, 3)), Collections.unmodifiableCollection(some),
                    Collections.unmodifiableList(some), Collections.unmodifiableList(new LinkedList<>(some)),
                    Collections.unmodifiableSet(new HashSet<>(some)), new TreeSet<>(some).headSet(2)));
            List<Map<Integer, Integer>> maps = Arrays.asList(pairs, new LinkedHashMap<>(pairs), new TreeMap<>(pairs),
                    new TreeMap<>(pairs).headMap(2), new IdentityHashMap<>(pairs), new WeakHashMap<>(pairs),
                    new ConcurrentHashMap<>(pairs), Collections.unmodifiableMap(pairs));
            for (Map<Integer, Integer> map : maps) {
                all.addAll(Arrays.asList(map.keySet(), map.values(), map.entrySet()));
            }
            for (Collection<?> each : all) {
                SEEN.add(each.getClass().getName());
                if (Arrays.asList(names).contains(each.getClass().getName()) && each.iterator() == each.iterator()) {
                    System.err.println("one iterator: " + each.getClass());
                }
            }
        }
        for (String name : names) {
            if (!SEEN.contains(name)) {
                System.err.println("not seen: " + name);
            }
        }
    }
}
