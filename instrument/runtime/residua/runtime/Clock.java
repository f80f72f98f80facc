package residua.runtime;

/**
 * A clock of one instance. It starts when the instance is created; each of its timeouts occurs once after each
 * {@link #reset}, when the clock has reached that age, or at each multiple of it, unless it is off then. A paused clock does not age. Its methods are
 * for monitor code.
 */
public final class Clock {
    private static final long MILLIS = 1_000_000L;

    private final Instance owner;
    private final int number;
    /** Ages in milliseconds, ascending. */
    private final long[] timeouts;
    /** In milliseconds, ascending: a timeout occurs at each multiple of one. */
    private long[] periods = {};

    /** When the clock would have been at age 0, had it never been paused; in the units of {@link System#nanoTime}. */
    private long started;
    private long pausedAt;
    private boolean paused;
    private boolean on = true;
    private boolean stopped;
    /** The age of the last timeout since the last reset; -1 before the first. */
    private long passed = -1;
    /** When a timeout registered by an action is due; guarded by {@link #registered}. */
    private long registeredDue;
    private boolean registered;

    /**
     * A clock that has not started.
     *
     * @param owner the instance that its timeouts concern
     * @param number its number in the owner's context
     * @param timeouts ages at which events occur, ascending, in milliseconds
     */
    public Clock(Instance owner, int number, long... timeouts) {
        this.owner = owner;
        this.number = number;
        this.timeouts = timeouts;
    }

    /**
     * Makes timeouts occur again and again.
     *
     * @param periods in milliseconds, ascending
     * @return this clock
     */
    public Clock every(long... periods) {
        this.periods = periods;
        return this;
    }

    /** Sets the age to 0; the clock runs on from there. */
    public void reset() {
        started = System.nanoTime();
        paused = false;
        passed = -1;
        schedule();
    }

    /** Stops ageing until {@link #resume}. */
    public void pause() {
        if (!paused) {
            paused = true;
            pausedAt = System.nanoTime();
        }
    }

    /** Goes on ageing. */
    public void resume() {
        if (paused) {
            started += System.nanoTime() - pausedAt;
            paused = false;
            schedule();
        }
    }

    /** Lets timeouts pass without an event. */
    public void off() {
        on = false;
    }

    /** Lets timeouts occur again; those that have passed do not. */
    public void on() {
        on = true;
    }

    /** The age in seconds. */
    public double current() {
        return current_long() / 1000.0;
    }

    /** The age in milliseconds. */
    public long current_long() {
        return ((paused ? pausedAt : System.nanoTime()) - started) / MILLIS;
    }

    /** Compares the age with a number of seconds. */
    public int compareTo(double seconds) {
        return compareToMillis((long) (seconds * 1000));
    }

    /** Compares the age with a number of milliseconds. */
    public int compareToMillis(long millis) {
        return Long.compare(current_long(), millis);
    }

    /** Raises the clock's {@code @@} event after so many milliseconds, unless it is registered again before. */
    public void registerDynamically(long millis) {
        registerDynamically(millis, System.currentTimeMillis());
    }

    /** Raises the clock's {@code @@} event so many milliseconds after {@code start}, a time of the system's clock. */
    public void registerDynamically(long millis, long start) {
        long elapsed = (System.currentTimeMillis() - start) * MILLIS;
        started = System.nanoTime() - elapsed;
        registeredDue = started + millis * MILLIS;
        registered = true;
        schedule();
    }

    /** Takes over age and state of a clock of another instance. */
    public void copyFrom(Clock other) {
        started = other.started;
        pausedAt = other.pausedAt;
        paused = other.paused;
        on = other.on;
        passed = other.passed;
        registered = other.registered;
        registeredDue = other.registeredDue;
        schedule();
    }

    /** Raises no more events. */
    void stop() {
        stopped = true;
    }

    private void schedule() {
        if (hasDue()) {
            Timer.wake(this, due());
        }
    }

    /** Whether an event is still to come. */
    boolean hasDue() {
        return !stopped && (registered || !paused && nextAge() != Long.MAX_VALUE);
    }

    /** When the next event is to come; there is one. */
    long due() {
        long age = paused ? Long.MAX_VALUE : nextAge();
        long next = age == Long.MAX_VALUE ? registeredDue : started + age * MILLIS;
        return registered && registeredDue - next < 0 ? registeredDue : next;
    }

    /** Raises the next event, which is due; called as monitor code. */
    void expire() {
        if (registered && registeredDue - due() <= 0) {
            registered = false;
            raise(-1);
        } else {
            passAge(nextAge());
        }
    }

    /** The first age after the last one that has passed; {@link Long#MAX_VALUE} if there is none. */
    private long nextAge() {
        long next = Long.MAX_VALUE;
        for (long age : timeouts) {
            if (age > passed) {
                next = age;
                break;
            }
        }
        for (long period : periods) {
            next = Math.min(next, passed < 0 ? period : (passed / period + 1) * period);
        }
        return next;
    }

    private void passAge(long age) {
        passed = age;
        for (int i = 0; i < timeouts.length; i++) {
            if (timeouts[i] == age) {
                raise(i);
            }
        }
        for (int i = 0; i < periods.length; i++) {
            if (age > 0 && age % periods[i] == 0) {
                raise(timeouts.length + i);
            }
        }
    }

    private void raise(int timeout) {
        if (on) {
            owner.onTimeout(number, timeout);
        }
    }
}
