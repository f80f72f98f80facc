package residua.log;

import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The events of one thread, in memory that is a part of a file: it survives the process. The folder's reader knows
 * the layout ({@code raw.rs}): three words of 8 bytes, the last only where there is a value.
 *
 * <pre>
 * word 0: bits 0-7 kind, bits 8-31 site, bits 32-63 ticket
 * word 1: bits 0-31 object, bits 32-63 index of the element or aspect of the object
 * word 2: value
 * </pre>
 */
public final class Buffer {
    private static final ThreadLocal<Buffer> CURRENT = new ThreadLocal<>();

    /** The longest event. */
    private static final int LONGEST = 24;

    /** More calls than a region needs to be written. */
    private static final int DEPTH = 200;

    /** The thread, while it lives. */
    final WeakReference<Thread> thread;

    /** The number of the thread in the log. */
    final int number;

    /** The thread is one of the JVM's own, which is not recorded. */
    private final boolean off;

    /** The variables of class initializers that the thread has read. */
    private final BitSet initialized = new BitSet();

    /** Its part of the file. */
    Region region;

    private int position;

    // The access that goes on. The thread holds its stripe.
    private int stripe;
    private int id;
    private int index;
    private int site;
    private int shape;

    /** The ticket of the access, if it has one. */
    private long ticket;
    private boolean hasTicket;

    /** An access goes on. It still does at the next one if the thread has run out of stack within it. */
    private boolean isInside;

    /** The number of locks that the thread holds, each as often as it holds it, and of its transactions, while it is alone. */
    private int locks;

    /** The thread has read something since its last decision. */
    private boolean hasRead;

    /** The calls of recorded methods that the thread is in. */
    final Stack stack = new Stack();

    /** The objects of the calls of the library that the thread is in, from the outermost. */
    private int[] calls = new int[8];
    private int depth;

    /** The number of bodies of threads that the thread is in: one, unless the library is its body. */
    int bodies;

    /** The number of tasks that the thread is in. */
    int tasks;

    /** Texts of property events that are to be logged at the next site. */
    private ArrayList<String> happened;

    /** No recorded thread has started it. */
    boolean unforked;

    /** Its part of a replay; null if the run is recorded. */
    Replay.Actor actor;

    Buffer(Thread thread, int number, boolean off) {
        this.thread = new WeakReference<>(thread);
        this.number = number;
        this.off = off;
    }

    /** The buffer of the current thread, or null if its events are not recorded. */
    static Buffer current() {
        Buffer buffer = CURRENT.get();
        if (buffer == null) {
            buffer = Store.bufferOf(Thread.currentThread());
            if (buffer == null) {
                return null;
            }
            CURRENT.set(buffer);
            buffer.begin();
        }
        return buffer.off || Store.stopped ? null : buffer;
    }

    /** A thread that no recorded thread has started comes after all that was given to the library. */
    private void begin() {
        if (off || Store.stopped || region != null) {
            return;
        }
        int own = Identities.of(thread.get());
        if (Replay.IS_ON) {
            actor = new Replay.Actor(thread.get(), own);
        } else {
            region = Store.region(this, Region.SMALL);
            if (region == null) {
                return;
            }
        }
        position = Region.HEADER;
        unforked = !Store.isForked(own);
        bodies = number == 1 ? 1 : 0;
        if (Replay.IS_ON) {
            actor.begins();
        } else {
            ordered(Kind.START, own, 0, 0);
        }
        if (unforked && number > 1) {
            Library.fromAll(this, 0);
        }
    }

    /** Has room for one event. */
    private void room() {
        if (region != null && position + LONGEST > region.size()) {
            // A region that is half written is lost, so the stack has to suffice for all of it.
            Stripes.probe(DEPTH, position, stripe);
            region = Store.written(this, region, position);
            position = Region.HEADER;
        }
    }

    /** Has the calls that the thread is in, and room for one event. */
    private void place() {
        while (region != null && stack.isNew()) {
            room();
            if (region == null) {
                return;
            }
            long depth = stack.depth();
            append((long) stack.site() << 8 | Kind.CALL, depth << 32, 0, false);
            stack.next();
        }
        room();
    }

    /** Begins an access: takes the stripe of the object. */
    Buffer enter(int id, int index, int stripe, int site) {
        return enter(id, index, stripe, site, 0);
    }

    /** Begins an access of a field, an element or an object of the library. */
    Buffer enter(int id, int index, int stripe, int site, int shape) {
        if (isInside) {
            abandon();
        }
        if (Replay.IS_ON) {
            actor.gate(0, id, index, site);
            this.shape = shape;
            this.site = site;
            isInside = true;
            return this;
        }
        // Most reads of a thread that is alone are left out.
        if (Store.isAlone) {
            room();
        } else {
            place();
        }
        if (region == null) {
            return null;
        }
        Stripes.probe(stripe);
        this.shape = shape;
        this.id = id;
        this.index = index;
        this.stripe = stripe;
        this.site = site;
        Stripes.lock(stripe, number);
        isInside = true;
        return this;
    }

    /** Ends an access of which nobody knows whether it has happened: as one that reads and writes. */
    private void abandon() {
        room();
        if (Replay.IS_ON || region != null) {
            put(Kind.UPDATE | shape, 0, false);
        }
        end();
    }

    /** Ends an access that has a value. Large ones are left out: a read knows its write by the order. */
    void leave(int kind, long value) {
        boolean isSmall = value >= Short.MIN_VALUE && value <= 2 * Short.MAX_VALUE;
        put(isSmall ? kind | Kind.VALUE : kind, value, isSmall);
        end();
    }

    /** Ends an access that has none. */
    void leave(int kind) {
        put(kind, 0, false);
        end();
    }

    /** The access has its place. A replay has taken no stripe. */
    private void end() {
        if (!Replay.IS_ON) {
            Stripes.unlock(stripe);
        }
        isInside = false;
    }

    /** A replay waits here for the turn of the next event, which comes after what the thread does now. */
    void before(int site) {
        if (Replay.IS_ON) {
            actor.before(site);
        }
    }

    /** The thread decides by the values that it has read. Without a read since the last time nothing is new. */
    void decide(int site) {
        if (hasRead) {
            hasRead = false;
            own(Kind.BRANCH, site);
        }
    }

    /** A property event has happened. */
    void happened(String text) {
        if (happened == null) {
            happened = new ArrayList<>();
        }
        happened.add(text);
    }

    /** Logs the property events that have happened. */
    void tell(int site) {
        if (happened == null || happened.isEmpty()) {
            return;
        }
        ArrayList<String> texts = happened;
        happened = null;
        for (String text : texts) {
            if (Replay.IS_ON) {
                actor.gate(Kind.EVENT, 0, 0, site);
                actor.happened(Kind.EVENT, site);
                continue;
            }
            if (isInside) {
                abandon();
            }
            place();
            if (region != null) {
                this.id = Store.numberOf(text);
                this.index = 0;
                this.site = site;
                write(Kind.EVENT, 0, 0, false);
            }
        }
    }

    /** The thread does something that no other event depends on. */
    void step(int site) {
        own(Kind.STEP, site);
    }

    /** A transaction begins or ends. A replay does not need to know. */
    void transaction(int kind, int site) {
        follow(kind);
        if (!Replay.IS_ON) {
            own(kind, site);
        }
    }

    /** An event of the thread alone, without a ticket. */
    private void own(int kind, int site) {
        if (isInside) {
            abandon();
        }
        if (Replay.IS_ON) {
            actor.own(kind, site);
            return;
        }
        place();
        if (region != null) {
            this.id = 0;
            this.index = 0;
            this.site = site;
            write(kind, 0, 0, false);
        }
    }

    /**
     * A read in a critical section may be part of a transaction that goes on when there are other threads, and one of a
     * zero may show what a variable holds before all writes.
     */
    private boolean isLeftOut(int kind, long value, boolean hasValue) {
        return Store.isAlone && locks == 0 && Kind.onlyReads(kind) && !(hasValue && value == 0);
    }

    /** Follows how many locks the thread holds, as long as it is alone. */
    private void follow(int kind) {
        if (Store.isAlone) {
            locks += Kind.locks(kind);
        }
    }

    /** A thread that runs out of stack here has its ticket for the next try. */
    private void put(int kind, long value, boolean hasValue) {
        if (isLeftOut(kind, value, hasValue)) {
            return;
        }
        hasRead |= Kind.reads(kind);
        if (Replay.IS_ON) {
            actor.happened(Kind.base(kind), site);
            return;
        }
        if (Store.isAlone && stack.isNew()) {
            place();
            if (region == null) {
                return;
            }
        }
        if (!hasTicket) {
            ticket = Stripes.ticket(stripe);
            hasTicket = true;
        }
        write(kind, ticket, value, hasValue);
        hasTicket = false;
    }

    private void write(int kind, long ticket, long value, boolean hasValue) {
        append(ticket << 32 | (long) site << 8 | kind, (long) index << 32 | id & 0xFFFFFFFFL, value, hasValue);
    }

    private void append(long first, long second, long value, boolean hasValue) {
        int at = position;
        Region region = this.region;
        region.bytes.putLong(at, first);
        region.bytes.putLong(at + 8, second);
        at += 16;
        if (hasValue) {
            region.bytes.putLong(at, value);
            at += 8;
        }
        position = at;
        VarHandle.releaseFence();
        region.bytes.putInt(Region.LENGTH, at);
    }

    /** An event of an object, in the order of all its events. */
    void ordered(int kind, int id, int aspect, int site) {
        boolean isTouch = Kind.base(kind) == Kind.TOUCH || Kind.base(kind) == Kind.PEEK;
        if (isTouch && Replay.IS_ON) {
            return;
        }
        follow(kind);
        if (Replay.IS_ON) {
            if (isLeftOut(kind, 0, false)) {
                return;
            }
            hasRead |= Kind.reads(kind);
            actor.event(kind, id, aspect, site);
        } else {
            Buffer entered = enter(id, aspect, Stripes.of(id), site);
            if (entered == null) {
                return;
            }
            leave(kind);
        }
        if ((kind & Kind.LIBRARY) != 0 && !isTouch) {
            // The library has decided by what it has read, such as to go on.
            decide(site);
        }
    }

    /** Returns whether the thread has not yet read a variable of class initializers, and notes it. */
    boolean isNew(int initializer) {
        if (initialized.get(initializer)) {
            return false;
        }
        initialized.set(initializer);
        return true;
    }

    /** A call of the library begins that may call the program. */
    int call(int id) {
        if (depth == calls.length) {
            calls = Arrays.copyOf(calls, 2 * depth);
        }
        calls[depth] = id;
        return depth++;
    }

    /** That call has ended, and all within it. */
    void endCall(int depth) {
        this.depth = Math.min(this.depth, depth);
    }

    /** Events of the objects of all calls that the thread is in. */
    void ofCalls(int kind, int site) {
        for (int i = 0; i < depth; i++) {
            ordered(kind, calls[i], Library.STATE, site);
        }
    }

    boolean isInCall() {
        return depth > 0;
    }

    /** The bytes of the buffer so far. */
    int position() {
        return position;
    }
}
