import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;

/** A reader is not used after it has been closed. */
class ReaderOpen {
    static void violates() throws IOException {
        Reader text = new StringReader("a");
        text.close();
        text.read();
    }

    static void conforms() throws IOException {
        Reader text = new StringReader("a");
        text.read();
        text.close();
    }
}
