import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Iterates: over lists that are made for it, removing through the iterator, and over the views of a map that lives long. */
public class Rounds {
    static final Map<Integer, Integer> MAP = new HashMap<>();

    /** The number of rounds. */
    public static void main(String[] arguments) {
        int rounds = Integer.parseInt(arguments[0]);
        for (int key = 0; key < 16; key++) {
            MAP.put(key, key);
        }
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            sum += list(round) + views();
            if (round % 100 == 0) {
                MAP.put(round % 16, round);
            }
        }
        System.out.println(sum);
    }

    private static long list(int round) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            list.add(round + i);
        }
        long sum = 0;
        for (int element : list) {
            sum += element;
        }
        Iterator<Integer> odd = list.iterator();
        while (odd.hasNext()) {
            if (odd.next() % 2 == 1) {
                odd.remove();
            }
        }
        for (int element : list) {
            sum -= element;
        }
        return sum;
    }

    private static long views() {
        long sum = 0;
        for (int key : MAP.keySet()) {
            sum += key;
        }
        for (int value : MAP.values()) {
            sum += value;
        }
        for (Map.Entry<Integer, Integer> entry : MAP.entrySet()) {
            sum -= entry.getKey();
        }
        return sum;
    }
}
