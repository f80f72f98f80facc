import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

/** A pipe is connected before something is read from it. */
class PipeConnected {
    static void violates() throws IOException {
        new PipedInputStream().read();
    }

    static void conforms() throws IOException {
        PipedInputStream end = new PipedInputStream();
        PipedOutputStream start = new PipedOutputStream(end);
        start.write(1);
        end.read();
    }
}
