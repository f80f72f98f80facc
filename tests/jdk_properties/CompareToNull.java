/** Nothing is compared to null. */
class CompareToNull {
    static void violates() {
        Integer.valueOf(1).compareTo(null);
    }

    static void conforms() {
        Integer.valueOf(1).compareTo(2);
    }
}
