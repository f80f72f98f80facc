import java.util.Formatter;

/** A formatter is not used after it has been closed. */
class FormatterOpen {
    static void violates() {
        Formatter text = new Formatter();
        text.close();
        text.format("%d", 1);
    }

    static void conforms() {
        Formatter text = new Formatter();
        text.format("%d", 1);
        text.close();
    }
}
