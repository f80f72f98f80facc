// Parallel streams: the sum of elements has no race.
import java.util.stream.IntStream;

public class Streams {
    static int factor;
    static final int[] results = new int[64];

    public static void main(String[] args) {
        factor = 3;
        int sum = IntStream.range(0, 64).parallel().map(i -> i * factor).sum();
        IntStream.range(0, 64).parallel().forEach(i -> results[i] = i + factor);
        for (int r : results) {
            sum += r;
        }
        factor = 4;
        System.out.println(sum + factor);
    }
}
