package residua.log;

/** The kinds of events, as {@code kind.rs} has them. */
final class Kind {
    /** Perhaps a read. It is a decision as well, and has no place in a replay. */
    static final int PEEK = 0;
    static final int READ = 1;
    static final int WRITE = 2;
    static final int VOLATILE_READ = 3;
    static final int VOLATILE_WRITE = 4;
    static final int UPDATE = 5;
    static final int COMPARE_AND_SET = 6;
    /** Perhaps a read, and perhaps a write. It is a decision as well, and has no place in a replay. */
    static final int TOUCH = 7;
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
    /** An event of a property. It has no ticket. Its object is the number of its text. */
    static final int EVENT = 20;

    /** The thread is in a call, or in so many. */
    static final int CALL = 21;

    /** A transaction begins. */
    static final int BEGIN = 22;
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

    /** A transaction ends. */
    static final int END = 31;

    /** The access is of an element of an array. */
    static final int ELEMENT = 1 << 5;

    /** The access is of an object of the library, or of what the library keeps about it. */
    static final int LIBRARY = 2 << 5;

    /** A value follows. */
    static final int VALUE = 1 << 7;

    private Kind() {}

    /** The kind without what says which object it is about. */
    static int base(int kind) {
        return kind & 0x1F;
    }

    /** A word for a kind, for people. */
    static String word(int kind) {
        switch (kind) {
            case READ:
                return "a read";
            case WRITE:
                return "a write";
            case VOLATILE_READ:
                return "a volatile read";
            case VOLATILE_WRITE:
                return "a volatile write";
            case UPDATE:
            case COMPARE_AND_SET:
            case TOUCH:
                return "an update";
            case REQUEST:
            case READ_REQUEST:
                return "the request of a lock";
            case ACQUIRE:
            case READ_ACQUIRE:
                return "the acquire of a lock";
            case TRY_ACQUIRE:
            case TRY_READ_ACQUIRE:
                return "a tryLock that succeeds";
            case TRY_FAIL:
            case TRY_READ_FAIL:
                return "a tryLock that fails";
            case RELEASE:
            case READ_RELEASE:
                return "the release of a lock";
            case WAIT_RELEASE:
            case TIMED_WAIT_RELEASE:
                return "the begin of a wait";
            case WAIT_ACQUIRE:
                return "the end of a wait";
            case NOTIFY:
            case NOTIFY_ALL:
                return "a notification";
            case FORK:
                return "the start of a thread";
            case JOIN:
                return "the wait for a thread";
            case START:
                return "the begin of the thread";
            case EVENT:
                return "an event of a property";
            case BRANCH:
                return "a decision";
            default:
                return "a step";
        }
    }

    /** By how many locks more, or less, the thread holds after an event. A transaction counts as one. */
    static int locks(int kind) {
        switch (base(kind)) {
            case ACQUIRE:
            case TRY_ACQUIRE:
            case READ_ACQUIRE:
            case TRY_READ_ACQUIRE:
            case WAIT_ACQUIRE:
            case BEGIN:
                return 1;
            case RELEASE:
            case READ_RELEASE:
            case WAIT_RELEASE:
            case TIMED_WAIT_RELEASE:
            case END:
                return -1;
            default:
                return 0;
        }
    }

    /** Returns whether an event shows its thread a value, and does nothing else. */
    static boolean onlyReads(int kind) {
        int access = base(kind);
        return access == READ || access == VOLATILE_READ || access == PEEK;
    }

    /** Returns whether an event shows its thread a value. */
    static boolean reads(int kind) {
        int access = base(kind);
        return access == READ || access == VOLATILE_READ || access == UPDATE || access == COMPARE_AND_SET;
    }
}
