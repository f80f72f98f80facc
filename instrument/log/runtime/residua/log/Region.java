package residua.log;

import java.nio.ByteBuffer;

/** A part of the file that buffers lie in. Its header says whose events these are. */
final class Region {
    /** The bytes of a region for a thread that has done little. */
    static final int SMALL = 2048;

    /** The bytes of a region for a thread that does much. */
    static final int LARGE = 1 << 16;

    /** The header: a mark, the thread, the number of the region among those of the thread, and the length. */
    static final int HEADER = 16;

    static final int MARK = 0x52444C31;
    static final int THREAD = 4;
    static final int SEQUENCE = 8;
    static final int LENGTH = 12;

    final ByteBuffer bytes;

    /** How many regions its thread has filled before. */
    int sequence;

    Region(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    int size() {
        return bytes.capacity();
    }

    /** Begins to hold events of a thread. The mark comes last. */
    void begin(int thread, int sequence) {
        this.sequence = sequence;
        bytes.putInt(0, 0);
        bytes.putInt(LENGTH, HEADER);
        bytes.putInt(THREAD, thread);
        bytes.putInt(SEQUENCE, sequence);
        bytes.putInt(0, MARK);
    }
}
