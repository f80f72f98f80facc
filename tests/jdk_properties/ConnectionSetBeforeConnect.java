import java.io.File;
import java.io.IOException;
import java.net.URLConnection;

/** A connection is set up before it is made. */
class ConnectionSetBeforeConnect {
    static void violates() throws IOException {
        File file = File.createTempFile("connection", null);
        URLConnection connection = file.toURI().toURL().openConnection();
        connection.connect();
        file.delete();
        connection.setDoInput(true);
    }

    static void conforms() throws IOException {
        File file = File.createTempFile("connection", null);
        URLConnection connection = file.toURI().toURL().openConnection();
        connection.setDoInput(true);
        connection.connect();
        file.delete();
    }
}
