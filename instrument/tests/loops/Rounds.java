import java.util.*;

/** Loops of many shapes over collections that live long and short, which are changed meanwhile, at random but the same each time. */
public class Main {
    static final Random RANDOM = new Random(7);
    static final List<List<Integer>> LISTS = new ArrayList<>();
    static final Map<Integer, Integer> MAP = new TreeMap<>();

    static <T> Iterator<T> known(Iterator<T> iterator) { return iterator; }

    static boolean chance(int percent) { return RANDOM.nextInt(100) < percent; }

    static List<Integer> list() {
        int n = RANDOM.nextInt(6);
        List<Integer> list = n < 3 ? LISTS.get(n) : n == 3 ? new LinkedList<>() : new ArrayList<>();
        while (list.size() < 3) list.add(list.size());
        if (list.size() > 9) list.clear();
        return list;
    }

    static void whole(List<Integer> list) {
        Iterator<Integer> it = /**/(list.iterator());
        while (it.hasNext()) {
            int n = it.next();
            if (chance(5)) list.add(n);
            if (chance(3)) break;
            if (chance(3)) throw new IllegalStateException();
        }
    }

    static void again(List<Integer> list) {
        Iterator<Integer> it = /**/(list.iterator());
        while (it.hasNext()) it.next();
        if (chance(30)) list.add(1);
        if (it.hasNext() || chance(30)) it.next();
    }

    static void nested(List<Integer> list, List<Integer> other) {
        for (Iterator<Integer> it = /**/(list.iterator()); it.hasNext(); ) {
            if (it.next() % 2 == 0) {
                for (Iterator<Integer> in = /**/(other.iterator()); in.hasNext(); in.next()) {
                    if (chance(10)) other.add(2);
                }
            } else if (chance(20)) {
                it.remove();
            }
        }
    }

    static void reused(List<Integer> list) {
        Iterator<Integer> it = /**/(list.iterator());
        if (chance(50)) it.hasNext();
        it.next();
        it = /**/(list.iterator());
        try {
            do { it.next(); } while (chance(20) || it.hasNext());
        } finally {
            it.hasNext();
        }
    }

    static int deep(List<Integer> list, int depth) {
        int sum = 0;
        Iterator<Integer> it = /**/(list.iterator());
        while (it.hasNext()) {
            sum += it.next();
            if (depth > 0 && chance(40)) sum += deep(list, depth - 1);
            if (chance(1)) list.add(3);
        }
        return sum;
    }

    static void views() {
        Collection<Integer> view = chance(50) ? MAP.keySet() : MAP.values();
        Iterator<Integer> it = /**/(view.iterator());
        while (it.hasNext()) {
            int n = it.next();
            if (chance(10)) MAP.put(RANDOM.nextInt(12), n);
            if (chance(2)) return;
        }
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) LISTS.add(new ArrayList<>());
        for (int i = 0; i < 5; i++) MAP.put(i, i);
        for (int round = 0; round < 2000; round++) {
            if (round % 400 == 399) System.gc();
            try {
                switch (RANDOM.nextInt(6)) {
                    case 0: whole(list()); break;
                    case 1: again(list()); break;
                    case 2: nested(list(), list()); break;
                    case 3: reused(list()); break;
                    case 4: deep(list(), 4); break;
                    default: views();
                }
            } catch (ConcurrentModificationException | NoSuchElementException | IllegalStateException e) {
                System.out.println(round + " " + e.getClass());
            }
        }
    }
}
