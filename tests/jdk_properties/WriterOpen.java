import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;

/** A writer is not written to after it has been closed. */
class WriterOpen {
    static void violates() throws IOException {
        Writer text = new BufferedWriter(new StringWriter());
        text.close();
        text.write("a");
    }

    static void conforms() throws IOException {
        Writer text = new BufferedWriter(new StringWriter());
        text.write("a");
        text.close();
    }
}
