import java.nio.ByteBuffer;

/** A buffer is flipped between what is put into it and what is taken from it. */
class BufferFlipped {
    static void violates() {
        ByteBuffer bytes = ByteBuffer.allocate(8);
        bytes.put((byte) 1);
        bytes.get();
    }

    static void conforms() {
        ByteBuffer bytes = ByteBuffer.allocate(8);
        bytes.put((byte) 1);
        bytes.flip();
        bytes.get();
    }
}
