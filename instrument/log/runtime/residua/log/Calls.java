package residua.log;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Calls of the library that threads synchronize with, each with its events. The weaver puts them in the place of the
 * calls. The last argument is the site.
 */
public final class Calls {
    private Calls() {}

    // Objects: wait and notify (JLS 17.2).

    public static void wait(Object object, int site) throws InterruptedException {
        wait(object, 0, 0, site);
    }

    public static void wait(Object object, long milliseconds, int site) throws InterruptedException {
        wait(object, milliseconds, 0, site);
    }

    public static void wait(Object object, long milliseconds, int nanoseconds, int site) throws InterruptedException {
        boolean isLegal = milliseconds >= 0 && nanoseconds >= 0 && nanoseconds <= 999999;
        boolean isTimed = milliseconds != 0 || nanoseconds != 0;
        if (!isLegal || !begins(object, isTimed ? Kind.TIMED_WAIT_RELEASE : Kind.WAIT_RELEASE, site)) {
            object.wait(milliseconds, nanoseconds);
            return;
        }
        End end = End.THROWN;
        try {
            object.wait(milliseconds, nanoseconds);
            end = End.WOKEN;
        } finally {
            ends(end, site);
            regain(() -> object.wait(1));
            Log.event(LockMonitor.of(object), Kind.WAIT_ACQUIRE, site);
        }
    }

    /** A wait of a moment. */
    private interface Moment {
        void pass() throws InterruptedException;
    }

    /** In a replay, a thread that has its lock too early gives it back once more. */
    private static void regain(Moment moment) {
        Buffer buffer = Replay.IS_ON ? Buffer.current() : null;
        boolean isInterrupted = false;
        while (buffer != null && buffer.actor.isEarly()) {
            try {
                moment.pass();
            } catch (InterruptedException interrupted) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A replay waits here for the turn of an event that comes after what the thread does now. */
    private static void before(int site) {
        if (Replay.IS_ON) {
            Buffer buffer = Buffer.current();
            if (buffer != null) {
                buffer.before(site);
            }
        }
    }

    /** Returns whether the thread holds the lock that it would give back. */
    private static boolean begins(Object object, int kind, int site) {
        if (object == null || !Thread.holdsLock(object)) {
            return false;
        }
        Log.event(LockMonitor.of(object), kind, site);
        return true;
    }

    public static void notify(Object object, int site) {
        if (object != null && Thread.holdsLock(object)) {
            Log.event(LockMonitor.of(object), Kind.NOTIFY, site);
        }
        object.notify();
    }

    public static void notifyAll(Object object, int site) {
        if (object != null && Thread.holdsLock(object)) {
            Log.event(LockMonitor.of(object), Kind.NOTIFY_ALL, site);
        }
        object.notifyAll();
    }

    // Threads.

    public static void start(Thread thread, int site) {
        forking(thread, site);
        thread.start();
    }

    /** A thread will be started, by a call that cannot be replaced. */
    public static void forking(Thread thread, int site) {
        if (thread != null && thread.getState() == Thread.State.NEW && Buffer.current() != null) {
            Store.isAlone = false;
            Store.forked(Identities.of(thread));
            if (Replay.IS_ON) {
                Buffer.current().actor.forks(thread);
            }
            Touches.looks(thread, true, site);
            Log.event(thread, Kind.FORK, site);
        } else if (thread != null) {
            Touches.looks(thread, false, site);
        }
    }

    public static void join(Thread thread, int site) throws InterruptedException {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            noticed(site);
            throw interrupted;
        }
        joined(thread, site);
    }

    public static void join(Thread thread, long milliseconds, int site) throws InterruptedException {
        before(site);
        try {
            thread.join(milliseconds);
        } catch (InterruptedException interrupted) {
            noticed(site);
            throw interrupted;
        }
        joined(thread, site);
    }

    public static void join(Thread thread, long milliseconds, int nanoseconds, int site) throws InterruptedException {
        before(site);
        try {
            thread.join(milliseconds, nanoseconds);
        } catch (InterruptedException interrupted) {
            noticed(site);
            throw interrupted;
        }
        joined(thread, site);
    }

    public static boolean isAlive(Thread thread, int site) {
        before(site);
        boolean isAlive = thread.isAlive();
        joined(thread, site);
        return isAlive;
    }

    /** A thread may have ended. */
    public static void joined(Thread thread, int site) {
        if (thread.getState() == Thread.State.TERMINATED) {
            Log.event(thread, Kind.JOIN, site);
        } else {
            Touches.looks(thread, false, site);
        }
    }

    public static void interrupt(Thread thread, int site) {
        Log.event(thread, Kind.UPDATE | Kind.LIBRARY, Library.INTERRUPT, site);
        Library.orderWithAll(site);
        thread.interrupt();
    }

    public static boolean isInterrupted(Thread thread, int site) {
        before(site);
        boolean is = thread.isInterrupted();
        if (is) {
            Log.event(thread, Kind.VOLATILE_READ | Kind.LIBRARY, Library.INTERRUPT, site);
        }
        return is;
    }

    public static boolean interrupted(int site) {
        before(site);
        boolean is = Thread.interrupted();
        if (is) {
            noticed(site);
        }
        return is;
    }

    public static void sleep(long milliseconds, int site) throws InterruptedException {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException interrupted) {
            noticed(site);
            throw interrupted;
        }
    }

    public static void sleep(long milliseconds, int nanoseconds, int site) throws InterruptedException {
        try {
            Thread.sleep(milliseconds, nanoseconds);
        } catch (InterruptedException interrupted) {
            noticed(site);
            throw interrupted;
        }
    }

    public static void sleep(TimeUnit unit, long time, int site) throws InterruptedException {
        try {
            unit.sleep(time);
        } catch (InterruptedException interrupted) {
            noticed(site);
            throw interrupted;
        }
    }

    public static void timedJoin(TimeUnit unit, Thread thread, long time, int site) throws InterruptedException {
        try {
            unit.timedJoin(thread, time);
        } catch (InterruptedException interrupted) {
            noticed(site);
            throw interrupted;
        }
        joined(thread, site);
    }

    public static void timedWait(TimeUnit unit, Object object, long time, int site) throws InterruptedException {
        if (time > 0) {
            long milliseconds = unit.toMillis(time);
            long rest = unit.toNanos(time) - TimeUnit.MILLISECONDS.toNanos(milliseconds);
            wait(object, milliseconds, (int) Math.max(0, Math.min(999_999, rest)), site);
        }
    }

    /** The thread has noticed that it was interrupted. */
    static void noticed(int site) {
        Log.event(Thread.currentThread(), Kind.VOLATILE_READ | Kind.LIBRARY, Library.INTERRUPT, site);
    }

    // Locks of java.util.concurrent.

    /** The object whose lock it is: that of a pair for its two sides. Null for a lock that is not known. */
    private static Object owner(Lock lock) {
        boolean isKnown = lock instanceof ReentrantLock || lock instanceof ReentrantReadWriteLock.ReadLock
                || lock instanceof ReentrantReadWriteLock.WriteLock;
        return isKnown && Library.isLibraryLock(lock.getClass()) ? Library.lockOf(lock) : null;
    }

    /** A lock of the library that is not known orders its threads with all others. */
    private static void orderByOther(Lock lock, Object owner, int site) {
        if (owner == null && lock != null && Library.isLibraryLock(lock.getClass())) {
            Library.orderWithAll(site);
        }
    }

    private static void request(Lock lock, Object owner, int site) {
        Log.event(owner, Library.isReadLock(lock) ? Kind.READ_REQUEST : Kind.REQUEST, site);
    }

    private static void acquired(Lock lock, Object owner, int site) {
        Log.event(owner, Library.isReadLock(lock) ? Kind.READ_ACQUIRE : Kind.ACQUIRE, site);
        orderByOther(lock, owner, site);
    }

    private static void tried(Lock lock, Object owner, boolean isAcquired, int site) {
        boolean reads = Library.isReadLock(lock);
        if (isAcquired) {
            Log.event(owner, reads ? Kind.TRY_READ_ACQUIRE : Kind.TRY_ACQUIRE, site);
        } else {
            Log.event(owner, reads ? Kind.TRY_READ_FAIL : Kind.TRY_FAIL, site);
        }
        orderByOther(lock, owner, site);
    }

    private static void releasing(Lock lock, Object owner, int site) {
        if (owner != null && Library.holds(lock)) {
            Log.event(owner, Library.isReadLock(lock) ? Kind.READ_RELEASE : Kind.RELEASE, site);
        }
        orderByOther(lock, owner, site);
    }

    public static void lock(Lock lock, int site) {
        Object owner = owner(lock);
        request(lock, owner, site);
        lock.lock();
        acquired(lock, owner, site);
    }

    public static void lockInterruptibly(Lock lock, int site) throws InterruptedException {
        Object owner = owner(lock);
        request(lock, owner, site);
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException interrupted) {
            noticed(site);
            throw interrupted;
        }
        acquired(lock, owner, site);
    }

    public static boolean tryLock(Lock lock, int site) {
        Object owner = owner(lock);
        before(site);
        boolean isAcquired = lock.tryLock();
        tried(lock, owner, isAcquired, site);
        return isAcquired;
    }

    public static boolean tryLock(Lock lock, long time, TimeUnit unit, int site) throws InterruptedException {
        Object owner = owner(lock);
        before(site);
        boolean isAcquired;
        try {
            isAcquired = lock.tryLock(time, unit);
        } catch (InterruptedException interrupted) {
            noticed(site);
            throw interrupted;
        }
        tried(lock, owner, isAcquired, site);
        return isAcquired;
    }

    public static void unlock(Lock lock, int site) {
        releasing(lock, owner(lock), site);
        lock.unlock();
    }

    // Locks of the program, which call the methods that they inherit.

    /** The thread will ask for the lock. */
    public static void requesting(Lock lock, int site) {
        request(lock, Library.lockOf(lock), site);
    }

    /** The thread has the lock. */
    public static void locked(Lock lock, int site) {
        acquired(lock, Library.lockOf(lock), site);
    }

    /** The thread has tried to get the lock. */
    public static void tried(boolean isAcquired, Lock lock, int site) {
        tried(lock, Library.lockOf(lock), isAcquired, site);
    }

    /** The thread will give the lock back. */
    public static void unlocking(Lock lock, int site) {
        releasing(lock, Library.lockOf(lock), site);
    }

    // Conditions. The events are those of the lock, with the condition beside it.

    private static boolean begins(Condition condition, int kind, int site) {
        Object lock = Library.lockOf(condition);
        if (lock == null || !Library.holds(lock)) {
            return false;
        }
        waits(condition, lock, kind, site);
        return true;
    }

    private static void waits(Condition condition, Object lock, int kind, int site) {
        Buffer buffer = Buffer.current();
        if (buffer != null) {
            buffer.ordered(kind, Identities.of(lock), Identities.of(condition), site);
        }
    }

    /** The end of a wait. A cause that is no notification comes before it. */
    private static void ends(Condition condition, boolean hasBegun, End end, int site) {
        ends(end, site);
        if (hasBegun) {
            regain(() -> condition.awaitNanos(1_000_000));
            waits(condition, Library.lockOf(condition), Kind.WAIT_ACQUIRE, site);
        }
    }

    /** The cause of the end of a wait, as far as the thread knows. */
    private enum End {
        /** A notification, or nothing. */
        WOKEN,
        /** The time is over. */
        TIMED_OUT,
        /** An interrupt, or an error. */
        THROWN
    }

    private static void ends(End end, int site) {
        if (end == End.TIMED_OUT) {
            Buffer buffer = Buffer.current();
            if (buffer != null) {
                buffer.step(site);
            }
        } else if (end == End.THROWN) {
            noticed(site);
        }
    }

    public static void await(Condition condition, int site) throws InterruptedException {
        boolean hasBegun = begins(condition, Kind.WAIT_RELEASE, site);
        End end = End.THROWN;
        try {
            condition.await();
            end = End.WOKEN;
        } finally {
            ends(condition, hasBegun, end, site);
        }
    }

    public static void awaitUninterruptibly(Condition condition, int site) {
        boolean hasBegun = begins(condition, Kind.WAIT_RELEASE, site);
        End end = End.THROWN;
        try {
            condition.awaitUninterruptibly();
            end = End.WOKEN;
        } finally {
            ends(condition, hasBegun, end, site);
        }
    }

    public static boolean await(Condition condition, long time, TimeUnit unit, int site) throws InterruptedException {
        boolean hasBegun = begins(condition, Kind.TIMED_WAIT_RELEASE, site);
        End end = End.THROWN;
        try {
            boolean isWoken = condition.await(time, unit);
            end = isWoken ? End.WOKEN : End.TIMED_OUT;
            return isWoken;
        } finally {
            ends(condition, hasBegun, end, site);
        }
    }

    public static long awaitNanos(Condition condition, long nanoseconds, int site) throws InterruptedException {
        boolean hasBegun = begins(condition, Kind.TIMED_WAIT_RELEASE, site);
        End end = End.THROWN;
        try {
            long left = condition.awaitNanos(nanoseconds);
            end = left > 0 ? End.WOKEN : End.TIMED_OUT;
            return left;
        } finally {
            ends(condition, hasBegun, end, site);
        }
    }

    public static boolean awaitUntil(Condition condition, java.util.Date deadline, int site)
            throws InterruptedException {
        boolean hasBegun = begins(condition, Kind.TIMED_WAIT_RELEASE, site);
        End end = End.THROWN;
        try {
            boolean isWoken = condition.awaitUntil(deadline);
            end = isWoken ? End.WOKEN : End.TIMED_OUT;
            return isWoken;
        } finally {
            ends(condition, hasBegun, end, site);
        }
    }

    public static void signal(Condition condition, int site) {
        begins(condition, Kind.NOTIFY, site);
        condition.signal();
    }

    public static void signalAll(Condition condition, int site) {
        begins(condition, Kind.NOTIFY_ALL, site);
        condition.signalAll();
    }

    // Arrays.

    public static void arraycopy(Object from, int start, Object to, int at, int length, int site) {
        Buffer buffer = Buffer.current();
        boolean isLegal = buffer != null && from != null && to != null && from.getClass().isArray()
                && to.getClass().isArray() && start >= 0 && at >= 0 && length >= 0
                && start <= java.lang.reflect.Array.getLength(from) - length
                && at <= java.lang.reflect.Array.getLength(to) - length;
        if (isLegal) {
            Library.elements(buffer, from, start, start + length, Kind.READ, site);
            Library.elements(buffer, to, at, at + length, Kind.WRITE, site);
        }
        System.arraycopy(from, start, to, at, length);
    }

    // Permits of threads.

    public static void unpark(Thread thread, int site) {
        Log.event(thread, Kind.UPDATE | Kind.LIBRARY, Library.PERMIT, site);
        LockSupport.unpark(thread);
    }

    public static void park(int site) {
        LockSupport.park();
        parked(site);
    }

    public static void park(Object blocker, int site) {
        LockSupport.park(blocker);
        parked(site);
    }

    public static void parkNanos(long nanoseconds, int site) {
        LockSupport.parkNanos(nanoseconds);
        parked(site);
    }

    public static void parkNanos(Object blocker, long nanoseconds, int site) {
        LockSupport.parkNanos(blocker, nanoseconds);
        parked(site);
    }

    public static void parkUntil(long deadline, int site) {
        LockSupport.parkUntil(deadline);
        parked(site);
    }

    public static void parkUntil(Object blocker, long deadline, int site) {
        LockSupport.parkUntil(blocker, deadline);
        parked(site);
    }

    /** A park ends by a permit, an interrupt, a time or nothing: the order of both sources is kept. */
    private static void parked(int site) {
        Log.event(Thread.currentThread(), Kind.VOLATILE_READ | Kind.LIBRARY, Library.PERMIT, site);
        if (Thread.currentThread().isInterrupted()) {
            noticed(site);
        }
    }

    // Tasks.

    public static Runnable task(Runnable body, int site) {
        return new Task.Run(body, site);
    }

    public static <V> java.util.concurrent.Callable<V> task(java.util.concurrent.Callable<V> body, int site) {
        return new Task.Call<>(body, site);
    }

    public static <V> java.util.function.Supplier<V> task(java.util.function.Supplier<V> body, int site) {
        return new Task.Supply<>(body, site);
    }
}
