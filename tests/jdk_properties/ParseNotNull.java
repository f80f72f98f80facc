/** A text that is parsed as a number is there. */
class ParseNotNull {
    static void violates() {
        Integer.parseInt(null);
    }

    static void conforms() {
        Integer.parseInt("1");
    }
}
