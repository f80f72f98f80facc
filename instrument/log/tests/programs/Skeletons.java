// Collections of the program that extend those skeletons of the JDK which have no state: what they inherit calls their own
// methods. Two threads use them without a lock, and nothing races. A list counts its changes, and an iterator looks at
// the count, and a part of a list has a size of its own: no write of `x` or `y` races.
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractQueue;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

public class Skeletons {
    static class Discarding extends AbstractQueue<String> {
        @Override
        public boolean offer(String text) {
            return true;
        }

        @Override
        public String poll() {
            return null;
        }

        @Override
        public String peek() {
            return null;
        }

        @Override
        public int size() {
            return 0;
        }

        @Override
        public Iterator<String> iterator() {
            return Collections.emptyIterator();
        }
    }

    static class Empty extends AbstractMap<String, String> {
        @Override
        public Set<Map.Entry<String, String>> entrySet() {
            return new AbstractSet<Map.Entry<String, String>>() {
                @Override
                public Iterator<Map.Entry<String, String>> iterator() {
                    return Collections.emptyIterator();
                }

                @Override
                public int size() {
                    return 0;
                }
            };
        }
    }

    static class Counting extends AbstractList<Integer> {
        @Override
        public Integer get(int index) {
            return index;
        }

        @Override
        public int size() {
            return 3;
        }

        @Override
        public Integer remove(int index) {
            return index;
        }

        @Override
        public void add(int index, Integer number) {
        }

        void change() {
            modCount++;
        }
    }

    static final Discarding QUEUE = new Discarding();
    static final Empty MAP = new Empty();
    static final Counting LIST = new Counting();
    static final Counting CHANGED = new Counting();
    static final Iterator<Integer> BEFORE = CHANGED.iterator();
    static final List<Integer> PART = new Counting().subList(0, 1);
    static final Object LOCK = new Object();
    static int x;
    static int y;

    static int use() {
        QUEUE.add("a");
        QUEUE.addAll(List.of("a", "b"));
        QUEUE.clear();
        MAP.remove("a");
        MAP.clear();
        MAP.keySet().clear();
        MAP.values().remove("a");
        int sum = MAP.size() + MAP.keySet().size() + QUEUE.size();
        Iterator<Integer> numbers = LIST.iterator();
        while (numbers.hasNext()) {
            sum += numbers.next();
            numbers.remove();
            break;
        }
        List<Integer> part = LIST.subList(1, 2);
        return sum + part.get(0) + part.size() + LIST.indexOf(2);
    }

    static boolean isChanged() {
        try {
            BEFORE.next();
            return false;
        } catch (ConcurrentModificationException changed) {
            return true;
        }
    }

    public static void main(String[] args) throws Exception {
        int[] sums = new int[2];
        Thread other = new Thread(() -> {
            sums[0] = use();
            x = 1;
            synchronized (LOCK) {
                CHANGED.change();
            }
            y = 1;
            synchronized (LOCK) {
                PART.add(5);
            }
        });
        other.start();
        sums[1] = use();
        Thread.sleep(300);
        boolean isChanged;
        synchronized (LOCK) {
            isChanged = isChanged();
        }
        if (isChanged) {
            x = 2;
        }
        boolean isLonger;
        synchronized (LOCK) {
            isLonger = PART.size() > 1;
        }
        if (isLonger) {
            y = 2;
        }
        other.join();
        System.out.println(sums[0] + sums[1] + x + y);
    }
}
