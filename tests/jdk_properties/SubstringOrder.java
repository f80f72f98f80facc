/** A part of a text begins before it ends. */
class SubstringOrder {
    static void violates() {
        "abc".substring(2, 1);
    }

    static void conforms() {
        "abc".substring(1, 2);
    }
}
