import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

/** A random access file is not used after it has been closed. */
class RandomAccessOpen {
    static void violates() throws IOException {
        File file = File.createTempFile("random", null);
        RandomAccessFile bytes = new RandomAccessFile(file, "r");
        bytes.close();
        file.delete();
        bytes.read();
    }

    static void conforms() throws IOException {
        File file = File.createTempFile("random", null);
        RandomAccessFile bytes = new RandomAccessFile(file, "r");
        bytes.read();
        bytes.close();
        file.delete();
    }
}
