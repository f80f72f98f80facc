import java.io.IOException;
import java.net.Socket;

/** The time that a socket waits is not negative. */
class TimeoutNotNegative {
    static void violates() throws IOException {
        new Socket().setSoTimeout(-1);
    }

    static void conforms() throws IOException {
        new Socket().setSoTimeout(1);
    }
}
