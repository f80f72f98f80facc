package residua.log;

/** The kinds of events, as {@code kind.rs} has them. */
final class Kind {
    static final int READ = 1;
    static final int WRITE = 2;
    static final int VOLATILE_READ = 3;
    static final int VOLATILE_WRITE = 4;
    static final int UPDATE = 5;
    static final int COMPARE_AND_SET = 6;
    static final int REQUEST = 8;
    static final int ACQUIRE = 9;
    static final int TRY_ACQUIRE = 10;
    static final int RELEASE = 11;
    static final int WAIT_RELEASE = 12;
    static final int TIMED_WAIT_RELEASE = 13;
    static final int WAIT_ACQUIRE = 14;
    static final int NOTIFY = 15;
    static final int NOTIFY_ALL = 16;
    static final int FORK = 17;
    static final int JOIN = 18;
    static final int START = 19;
    static final int READ_REQUEST = 23;
    static final int READ_ACQUIRE = 24;
    static final int READ_RELEASE = 25;
    static final int TRY_FAIL = 26;
    static final int TRY_READ_ACQUIRE = 27;
    static final int TRY_READ_FAIL = 28;

    /** A decision by what the thread has read. It has no ticket. */
    static final int BRANCH = 29;

    /** A step that no other event depends on. It has no ticket. */
    static final int STEP = 30;

    /** The access is of an element of an array. */
    static final int ELEMENT = 1 << 5;

    /** The access is of an object of the library, or of what the library keeps about it. */
    static final int LIBRARY = 2 << 5;

    /** A value follows. */
    static final int VALUE = 1 << 7;

    private Kind() {}

    /** Returns whether an event shows its thread a value. */
    static boolean reads(int kind) {
        int access = kind & 0x1F;
        return access == READ || access == VOLATILE_READ || access == UPDATE || access == COMPARE_AND_SET;
    }
}
