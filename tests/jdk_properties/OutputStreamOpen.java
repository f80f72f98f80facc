import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** An output stream is not written to after it has been closed. */
class OutputStreamOpen {
    static void violates() throws IOException {
        OutputStream bytes = new BufferedOutputStream(new ByteArrayOutputStream());
        bytes.close();
        bytes.write(1);
    }

    static void conforms() throws IOException {
        OutputStream bytes = new BufferedOutputStream(new ByteArrayOutputStream());
        bytes.write(1);
        bytes.close();
    }
}
