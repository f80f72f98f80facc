import java.util.Scanner;

/** Whether a scanner has something is asked before it is taken. */
class ScannerHasNext {
    static void violates() {
        new Scanner("1 2").nextInt();
    }

    static void conforms() {
        Scanner numbers = new Scanner("1 2");
        while (numbers.hasNextInt()) {
            numbers.nextInt();
        }
    }
}
