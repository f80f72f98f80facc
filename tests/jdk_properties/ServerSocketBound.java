import java.io.IOException;
import java.net.ServerSocket;

/** A server socket is bound before connections are accepted. */
class ServerSocketBound {
    static void violates() throws IOException {
        new ServerSocket().accept();
    }

    static void conforms() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            server.setSoTimeout(1);
            server.accept();
        }
    }
}
