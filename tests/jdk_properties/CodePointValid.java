/** Characters are made of code points that there are. */
class CodePointValid {
    static void violates() {
        Character.toChars(-1);
    }

    static void conforms() {
        Character.toChars(65);
    }
}
