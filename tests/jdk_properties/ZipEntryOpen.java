import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Bytes are written to a zip file while one of its entries is open. */
class ZipEntryOpen {
    static void violates() throws IOException {
        new ZipOutputStream(new ByteArrayOutputStream()).write(1);
    }

    static void conforms() throws IOException {
        ZipOutputStream zip = new ZipOutputStream(new ByteArrayOutputStream());
        zip.putNextEntry(new ZipEntry("a"));
        zip.write(1);
        zip.closeEntry();
    }
}
