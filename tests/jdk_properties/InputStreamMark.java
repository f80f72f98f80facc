import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** An input stream goes back to a mark only where one has been set. */
class InputStreamMark {
    static void violates() throws IOException {
        new BufferedInputStream(new ByteArrayInputStream(new byte[1])).reset();
    }

    static void conforms() throws IOException {
        InputStream bytes = new BufferedInputStream(new ByteArrayInputStream(new byte[1]));
        bytes.mark(1);
        bytes.reset();
    }
}
