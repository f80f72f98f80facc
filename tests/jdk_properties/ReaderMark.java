import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;

/** A reader goes back to a mark only where one has been set. */
class ReaderMark {
    static void violates() throws IOException {
        new BufferedReader(new StringReader("a")).reset();
    }

    static void conforms() throws IOException {
        Reader text = new BufferedReader(new StringReader("a"));
        text.mark(1);
        text.reset();
    }
}
