import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** An input stream is not used after it has been closed. */
class InputStreamOpen {
    static void violates() throws IOException {
        InputStream bytes = new ByteArrayInputStream(new byte[1]);
        bytes.close();
        bytes.read();
    }

    static void conforms() throws IOException {
        InputStream bytes = new ByteArrayInputStream(new byte[1]);
        bytes.read();
        bytes.close();
    }
}
