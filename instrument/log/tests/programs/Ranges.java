// Calls of `Arrays` and `clone` take a part of an array or all of it: two halves do not race, parts that overlap do.
// race: 22 30
// race: 23 31
import java.util.Arrays;

public class Ranges {
    static final int[] halves = new int[8];
    static final int[] parts = new int[8];
    static final int[] sorted = {5, 4, 3, 2, 1, 0};
    static final int[] copied = new int[2];

    static int[] upper(int[] of) {
        return Arrays.copyOfRange(of, 4, 8);
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Ranges::other);
        other.start();
        Arrays.fill(halves, 0, 4, 1);
        Arrays.sort(sorted, 0, 3);
        // Both of them have the fifth.
        Arrays.fill(parts, 0, 5, 1);
        int[] copy = copied.clone();
        other.join();
        System.out.println(Arrays.toString(halves) + Arrays.toString(sorted) + parts[0] + copy.length);
    }

    static void other() {
        Arrays.fill(halves, 4, 8, upper(halves)[0]); Arrays.sort(sorted, 3, 6);
        Arrays.fill(parts, 4, 8, 1);
        copied[1] = 3;
    }
}
