/** The length that a builder is given is not negative. */
class LengthNotNegative {
    static void violates() {
        new StringBuilder("abc").setLength(-1);
    }

    static void conforms() {
        new StringBuilder("abc").setLength(0);
    }
}
