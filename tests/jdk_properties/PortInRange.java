import java.net.InetSocketAddress;

/** A port is one that there is. */
class PortInRange {
    static void violates() {
        new InetSocketAddress(70000);
    }

    static void conforms() {
        new InetSocketAddress(0);
    }
}
