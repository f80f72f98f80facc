import java.util.Scanner;

/** A scanner is not used after it has been closed. */
class ScannerOpen {
    static void violates() {
        Scanner words = new Scanner("a b");
        words.close();
        words.hasNext();
    }

    static void conforms() {
        Scanner words = new Scanner("a b");
        words.hasNext();
        words.close();
    }
}
