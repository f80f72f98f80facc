import java.io.IOException;
import java.net.Socket;

/** A socket is not used after it has been closed. */
class SocketOpen {
    static void violates() throws IOException {
        Socket socket = new Socket();
        socket.close();
        socket.getInputStream();
    }

    static void conforms() throws IOException {
        Socket socket = new Socket();
        socket.setSoTimeout(1);
        socket.close();
    }
}
