package residua.log;

/**
 * The recorder, as programs call it. An access of a variable stands between {@code enter} and {@code leave}, which hold the
 * stripe of the variable. {@code enter} gives null where the access will throw, or where nothing is recorded.
 */
public final class Log {
    private Log() {}

    // Accesses.

    /** Begins an access of a field of an object. */
    public static Buffer enter(Object object, int site) {
        Buffer buffer;
        if (object == null || (buffer = Buffer.current()) == null) {
            return null;
        }
        int id = Identities.of(object);
        return buffer.enter(id, 0, Stripes.of(id), site);
    }

    /** Begins an access of a static field, whose class is initialized. */
    public static Buffer enterStatic(int field, int site) {
        Buffer buffer = Buffer.current();
        return buffer == null ? null : buffer.enter(-field, 0, Stripes.of(-field), site);
    }

    private static Buffer enterElement(Object array, int length, int index, int site) {
        Buffer buffer;
        if (index < 0 || index >= length || (buffer = Buffer.current()) == null) {
            return null;
        }
        int id = Identities.of(array);
        return buffer.enter(id, index, Stripes.of(id, index), site, Kind.ELEMENT);
    }

    public static Buffer enter(int[] array, int index, int site) {
        return array == null ? null : enterElement(array, array.length, index, site);
    }

    public static Buffer enter(long[] array, int index, int site) {
        return array == null ? null : enterElement(array, array.length, index, site);
    }

    public static Buffer enter(float[] array, int index, int site) {
        return array == null ? null : enterElement(array, array.length, index, site);
    }

    public static Buffer enter(double[] array, int index, int site) {
        return array == null ? null : enterElement(array, array.length, index, site);
    }

    public static Buffer enter(char[] array, int index, int site) {
        return array == null ? null : enterElement(array, array.length, index, site);
    }

    public static Buffer enter(short[] array, int index, int site) {
        return array == null ? null : enterElement(array, array.length, index, site);
    }

    /** Begins an access of an array of {@code byte} or {@code boolean}: one instruction is for both. */
    public static Buffer enterBytes(Object array, int index, int site) {
        if (array instanceof byte[]) {
            return enterElement(array, ((byte[]) array).length, index, site);
        }
        return array == null ? null : enterElement(array, ((boolean[]) array).length, index, site);
    }

    public static Buffer enter(Object[] array, int index, int site) {
        return array == null ? null : enterElement(array, array.length, index, site);
    }

    /** Begins a write of a reference to an array, unless the array refuses it. */
    public static Buffer enter(Object[] array, int index, Object value, int site) {
        if (array == null || value != null && !array.getClass().getComponentType().isInstance(value)) {
            return null;
        }
        return enterElement(array, array.length, index, site);
    }

    /** Ends an access. */
    public static void leave(Buffer buffer, int kind) {
        if (buffer != null) {
            buffer.leave(kind);
        }
    }

    public static void leave(int value, Buffer buffer, int kind) {
        if (buffer != null) {
            buffer.leave(kind, value);
        }
    }

    public static void leave(long value, Buffer buffer, int kind) {
        if (buffer != null) {
            buffer.leave(kind, value);
        }
    }

    /** The thread decides by values: its next step, or what the step is about, may depend on what it has read. */
    public static void decides(int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null) {
            buffer.decide(site);
        }
    }

    // Calls.

    /** A call begins. Gives what {@link #closes} takes. */
    public static int opens(int site) {
        Buffer buffer;
        return Replay.IS_ON || (buffer = Buffer.current()) == null ? 0 : buffer.stack.open(site);
    }

    /** A call has returned. */
    public static void closes(int state) {
        Buffer buffer;
        if (!Replay.IS_ON && (buffer = Buffer.current()) != null) {
            buffer.stack.close(state);
        }
    }

    /** A method begins that may go on after an exception. */
    public static void begins() {
        Buffer buffer;
        if (!Replay.IS_ON && (buffer = Buffer.current()) != null) {
            buffer.stack.begin();
        }
    }

    /** It goes on after an exception. */
    public static void caught() {
        Buffer buffer;
        if (!Replay.IS_ON && (buffer = Buffer.current()) != null) {
            buffer.stack.caught();
        }
    }

    /** It ends. */
    public static void ends() {
        Buffer buffer;
        if (!Replay.IS_ON && (buffer = Buffer.current()) != null) {
            buffer.stack.end();
        }
    }

    // Transactions.

    /** A method begins that is to be a transaction. */
    public static void transactionBegins(int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null) {
            buffer.transaction(Kind.BEGIN, site);
        }
    }

    /** It ends. */
    public static void transactionEnds(int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null) {
            buffer.transaction(Kind.END, site);
        }
    }

    // Assumptions about the program.

    /** A method runs that was taken for unreachable: what it does may need records that there are not. */
    public static void unexpected(int site) {
        Store.refuse("unexpected", site);
    }

    /** A thread runs the body of a task. No other thread was expected to. */
    public static void runs(Object task, int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null && !Identities.node(task).isRunBy(buffer.number)) {
            Store.refuse("task", site);
        }
    }

    // Classes.

    /** The initializer of a class ends. */
    public static void initialized(int initializer, int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null) {
            buffer.isNew(initializer);
            Buffer entered = buffer.enter(-initializer, 0, Stripes.of(-initializer), site);
            leave(entered, Kind.VOLATILE_WRITE);
        }
    }

    /** The thread uses a class that has been initialized. */
    public static void uses(int initializer, int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null && buffer.isNew(initializer)) {
            Buffer entered = buffer.enter(-initializer, 0, Stripes.of(-initializer), site);
            leave(entered, Kind.VOLATILE_READ);
            buffer.decide(site);
        }
    }

    // Locks.

    /** The thread will ask for the lock of an object. */
    public static void request(Object lock, int site) {
        event(LockMonitor.of(lock), Kind.REQUEST, site);
    }

    /** The thread has the lock of an object. */
    public static void acquired(Object lock, int site) {
        event(LockMonitor.of(lock), Kind.ACQUIRE, site);
    }

    /** The thread will give the lock of an object back. */
    public static void releasing(Object lock, int site) {
        try {
            if (lock != null && Thread.holdsLock(lock)) {
                event(LockMonitor.of(lock), Kind.RELEASE, site);
            }
        } catch (StackOverflowError full) {
            // The lock has to be given back.
        }
    }

    static void event(Object object, int kind, int site) {
        event(object, kind, 0, site);
    }

    static void event(Object object, int kind, int aspect, int site) {
        Buffer buffer;
        if (object != null && (buffer = Buffer.current()) != null) {
            buffer.ordered(kind, Identities.of(object), aspect, site);
        }
    }
}
