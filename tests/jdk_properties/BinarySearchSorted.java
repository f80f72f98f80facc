import java.util.Arrays;

/** An array is sorted before it is searched by halving, and not changed by filling it in between. */
class BinarySearchSorted {
    static void violates() {
        Arrays.binarySearch(new int[] {3, 1, 2}, 1);
    }

    static void conforms() {
        int[] numbers = {3, 1, 2};
        Arrays.sort(numbers);
        Arrays.binarySearch(numbers, 1);
    }
}
