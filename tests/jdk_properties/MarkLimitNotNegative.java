import java.io.IOException;
import java.io.StringReader;

/** The number of characters after which a mark is lost is not negative. */
class MarkLimitNotNegative {
    static void violates() throws IOException {
        new StringReader("a").mark(-1);
    }

    static void conforms() throws IOException {
        new StringReader("a").mark(1);
    }
}
