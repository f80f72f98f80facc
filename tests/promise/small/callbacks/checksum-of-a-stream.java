package small;

import java.io.ByteArrayInputStream;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new java.util.zip.CheckedInputStream(new ByteArrayInputStream(new byte[1]), new java.util.zip.Checksum() {
            public void update(int b) { s.close(); }
            public void update(byte[] b, int from, int length) {}
            public long getValue() { return 0; }
            public void reset() {}
        }).read();
        s.send();
    }
}
