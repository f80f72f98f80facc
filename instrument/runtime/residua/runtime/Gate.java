package residua.runtime;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Who runs monitor code, which raises no events itself. All of it runs as if under one lock, but for events that each concern one
 * instance of an automaton and nothing else: as long as several threads raise those, each table locks parts of itself.
 *
 * <p>As long as one thread alone has raised events, it takes no lock: it marks itself busy, and goes on if it is still
 * alone. The first other thread ends that for good: it says so, makes the first thread pass a point where all that it has
 * written is seen, waits until it is not busy, and from then on everyone takes the lock.
 *
 * <p>The lock is a plain monitor, entered and left by the blocks of generated methods: an error in between, a stack overflow
 * included, cannot leave it locked.
 */
public final class Gate {
    /** The lock. */
    public static final Object LOCK = new Object();

    private static final int NOBODY_YET = 0;
    private static final int ALONE = 1;
    private static final int SHARED = 2;

    private static volatile int mode = NOBODY_YET;
    /** The thread that needs no lock; null before the first event, while it hands over reports, and for good when a second thread has come. */
    private static volatile Thread alone;
    /** Whether the thread that needs no lock runs monitor code. Written by that thread. */
    private static final AtomicBoolean BUSY = new AtomicBoolean();
    /** Whether marking oneself busy must be made visible by a fence: where taking a stack trace might not stop a thread. */
    private static final boolean FENCED = !stopsThreads();
    /** The thread that a second one waits for. */
    private static volatile Thread leaving;

    /** The thread that runs monitor code with the lock held; null when none does. */
    private static volatile Thread owner;

    /** Where the event being handled occurred, {@code FILE:LINE}; to be used by monitor code. */
    private static String at = "";

    private Gate() {}

    private static boolean stopsThreads() {
        String name = Settings.get("java.vm.name", "");
        return name.contains("HotSpot") || name.contains("OpenJDK") || name.contains("OpenJ9");
    }

    /**
     * Begins to run monitor code without the lock, if this thread alone has raised events so far. Nothing is called after it
     * has begun, so that a stack overflow cannot hit between.
     *
     * @param site where the event occurred, {@code FILE:LINE}
     * @return false if nothing has begun: {@link #open} with the lock held then says whether it may
     */
    public static boolean enter(String site) {
        Thread me = Thread.currentThread();
        if (alone != me && !begins(me) || BUSY.get()) {
            return false;
        }
        if (FENCED) {
            BUSY.set(true);
        } else {
            BUSY.lazySet(true);
        }
        if (alone == null) {
            BUSY.set(false);
            return false;
        }
        at = site;
        return true;
    }

    /** Whether this thread alone has raised events so far. */
    static boolean isAlone() {
        return alone == Thread.currentThread();
    }

    /** Ends to run monitor code, after {@link #enter} returned true. */
    public static void leave() {
        BUSY.lazySet(false);
    }

    /**
     * Takes from this thread that it needs no lock, until {@link #comeBack}: it runs code that raises no events, and whoever comes
     * in the meantime need not wait for it.
     *
     * @return whether it needed none
     */
    static boolean stepAside() {
        if (!isAlone()) {
            return false;
        }
        synchronized (LOCK) {
            boolean wasAlone = isAlone();
            if (wasAlone) {
                alone = null;
            }
            return wasAlone;
        }
    }

    /** Gives it back after {@link #stepAside} returned true, unless another thread has come. */
    static void comeBack() {
        if (mode == ALONE) {
            synchronized (LOCK) {
                if (mode == ALONE) {
                    alone = Thread.currentThread();
                }
            }
        }
    }

    private static boolean begins(Thread me) {
        if (mode != NOBODY_YET) {
            return false;
        }
        synchronized (LOCK) {
            if (mode != NOBODY_YET) {
                return false;
            }
            mode = ALONE;
            alone = me;
            return true;
        }
    }

    /**
     * Begins to run monitor code; to be called with the lock held, after {@link #enter} returned false.
     *
     * @param site where the event occurred, {@code FILE:LINE}
     * @return false if this thread runs monitor code already, and nothing has begun
     */
    public static boolean open(String site) {
        Thread me = Thread.currentThread();
        if (alone == me || owner != null) {
            return false;
        }
        share();
        owner = me;
        at = site;
        return true;
    }

    /** Ends to run monitor code; to be called with the lock held, after {@link #open} returned true. */
    public static void close() {
        owner = null;
    }

    /** Begins to run monitor code at the end of the program, whoever else does. */
    static void take(String site) {
        owner = Thread.currentThread();
        at = site;
    }

    /**
     * Says whether this thread raises no events: it runs monitor code, or it hands over reports. A caller asks before it takes the lock,
     * since another thread may hold the lock until this one leaves.
     */
    public static boolean isInside() {
        Thread me = Thread.currentThread();
        return isHeldBy(me) || Outbox.isHanding(me);
    }

    /** Whether this thread runs monitor code, with the lock held or without need of it. */
    static boolean isHeld() {
        return isHeldBy(Thread.currentThread());
    }

    private static boolean isHeldBy(Thread me) {
        return owner == me || (alone == me || leaving == me) && BUSY.get();
    }

    /** Where the event being handled occurred, {@code FILE:LINE}; to be used by monitor code that holds the lock or needs none. */
    public static String at() {
        return at;
    }

    /**
     * Asks to handle an event without the lock, after {@link #enter} returned false. What is done then may be done by other threads
     * at the same time.
     *
     * @return false if this thread runs monitor code already
     */
    public static boolean pass() {
        if (isInside()) {
            return false;
        }
        if (mode != SHARED) {
            synchronized (LOCK) {
                share();
            }
        }
        return true;
    }

    /** The thread that runs monitor code, or that others wait for; null if there is none. */
    static Thread holder() {
        Thread held = owner;
        return held != null ? held : leaving;
    }

    /** Ends that a thread needs no lock; to be called with the lock held, by another thread. */
    static void share() {
        if (mode == SHARED) {
            return;
        }
        // The first thread is inside as long as it is busy: it asks before it takes the lock.
        Thread first = alone;
        leaving = first;
        alone = null;
        if (first != null) {
            await(first);
            leaving = null;
        }
        mode = SHARED;
    }

    /**
     * Waits until a thread that was alone has left. Its stack trace is taken for the stop that this takes: either it has not
     * marked itself busy then, and sees after it that it is not alone, or the mark is seen here.
     */
    private static void await(Thread first) {
        first.getStackTrace();
        for (int tries = 0; BUSY.get() && first.isAlive(); tries++) {
            if (tries < 1000) {
                Thread.yield();
                continue;
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException interrupted) {
                // The program's own waiting is to see it.
                Thread.currentThread().interrupt();
                Thread.yield();
            }
        }
    }
}
