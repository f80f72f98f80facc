import java.io.IOException;
import java.net.DatagramSocket;

/** A datagram socket is not used after it has been closed. */
class DatagramSocketOpen {
    static void violates() throws IOException {
        DatagramSocket socket = new DatagramSocket();
        socket.close();
        socket.setSoTimeout(1);
    }

    static void conforms() throws IOException {
        DatagramSocket socket = new DatagramSocket();
        socket.setSoTimeout(1);
        socket.close();
    }
}
