import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file channel is not used after it has been closed. */
class ChannelOpen {
    static void violates() throws IOException {
        Path file = Files.createTempFile("channel", null);
        FileChannel bytes = FileChannel.open(file);
        bytes.close();
        Files.delete(file);
        bytes.size();
    }

    static void conforms() throws IOException {
        Path file = Files.createTempFile("channel", null);
        FileChannel bytes = FileChannel.open(file);
        bytes.size();
        bytes.close();
        Files.delete(file);
    }
}
