// Collections that the JDK reads as arguments: a concurrent one orders threads, a plain one races.
// race: 27 43
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

public class Arguments {
    static final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
    static final Map<String, String> map = new ConcurrentHashMap<>();
    static final Collection<String> guarded = Collections.synchronizedCollection(new ArrayList<>());
    static final List<String> plain = new ArrayList<>(Arrays.asList("a"));
    static int x;
    static int y;
    static int z;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Arguments::fill);
        other.start();
        Thread.sleep(300);
        List<String> all = new ArrayList<>();
        all.addAll(plain);
        for (String one : new ArrayList<>(queue)) {
            x += one.length();
        }
        for (String key : new HashMap<>(map).keySet()) {
            y += key.length();
        }
        List<String> copied = new ArrayList<>(guarded);
        if (copied.size() > 0) {
            z++;
        }
        other.join();
        System.out.println(x + y + z);
    }

    static void fill() {
        plain.add("b");
        x = 1;
        queue.add("one");
        y = 1;
        map.put("two", "2");
        z = 1;
        guarded.add("three");
    }
}
