import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** What is written through other streams is flushed before the bytes are taken. */
class FlushedBeforeTaken {
    static void violates() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BufferedOutputStream buffered = new BufferedOutputStream(bytes);
        buffered.write(1);
        bytes.toByteArray();
    }

    static void conforms() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BufferedOutputStream buffered = new BufferedOutputStream(bytes);
        buffered.write(1);
        buffered.flush();
        bytes.toByteArray();
    }
}
