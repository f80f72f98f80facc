package residua.runtime;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Reports and messages on their way from monitor code to the handlers, in the order in which they were made.
 *
 * <p>A handler may want any lock. For example, that of a logger, which a thread may hold while it raises an event and so waits for
 * the lock of {@link Gate}. So handlers run without the lock of {@link Gate}: a thread hands over what it has put in when it leaves
 * monitor code. It waits for its turn, but not for ever: the handler that it waits for may want a lock that it holds.
 */
final class Outbox {
    /** The most nanoseconds for which a thread waits for its turn. */
    private static final long PATIENCE = 1_000_000_000L;

    /** The most nanoseconds for which the end of the program waits for handlers that other threads have called. */
    private static final long LAST_PATIENCE = 30 * PATIENCE;

    private static final Thread[] NOBODY = {};

    /** What has not been handed over, in order; it is also the lock of all that follows. No foreign code runs under it. */
    private static final ArrayDeque<Item> ITEMS = new ArrayDeque<>();

    /** The threads that hand over. What they call raises no events. */
    private static volatile Thread[] handing = NOBODY;

    /** The number of items that have not been handed over. A thread that has put one in sees that it is not 0. */
    private static int size;

    private Outbox() {}

    /** A thing to be handed over. */
    private static final class Item {
        final String name;
        final Runnable delivery;
        /** The thread that has put it in, or the one that has taken it. */
        Thread thread = Thread.currentThread();
        boolean isTaken;

        Item(String name, Runnable delivery) {
            this.name = name;
            this.delivery = delivery;
        }
    }

    /**
     * Puts something in. The thread that does hands it over, as soon as it runs no monitor code.
     *
     * @param name the name of the delivery, for a message about a failure
     * @param delivery hands it over; runs as code that raises no events
     */
    static void put(String name, Runnable delivery) {
        Item item = new Item(name, delivery);
        synchronized (ITEMS) {
            ITEMS.add(item);
            size = ITEMS.size();
        }
    }

    /** Whether something waits here. If this thread has put it in, it learns of it for certain. */
    static boolean isWaiting() {
        return size != 0;
    }

    /** Whether a thread is handing over. */
    static boolean isHanding(Thread thread) {
        for (Thread other : handing) {
            if (other == thread) {
                return true;
            }
        }
        return false;
    }

    /** Hands over what this thread has put in, unless it runs monitor code. Nothing that goes wrong leaves it. */
    static void handOver() {
        if (!isWaiting() || Gate.isInside()) {
            return;
        }
        boolean wasAlone = Gate.stepAside();
        try {
            flush();
        } finally {
            if (wasAlone) {
                Gate.comeBack();
            }
        }
    }

    /** Hands over what this thread has put in, though it may run monitor code. Nothing that goes wrong leaves it. */
    static void flush() {
        if (isHanding(Thread.currentThread())) {
            return;
        }
        try {
            for (Item item = next(); item != null; item = next()) {
                deliver(item);
            }
        } catch (Throwable thrown) {
            Faults.tell("the delivery of reports", thrown);
        }
    }

    /** Hands over all there is, for when the program ends. */
    static void empty() {
        long start = System.nanoTime();
        for (Item item = last(start); item != null; item = last(start)) {
            deliver(item);
        }
    }

    private static void deliver(Item item) {
        try {
            item.delivery.run();
        } catch (Throwable thrown) {
            Faults.tell(item.name, thrown);
        } finally {
            end(item);
        }
    }

    /** Takes an item when the turn of this thread has come; null if it has put in none. */
    private static Item next() {
        // There is stack for what follows, or this fails before it has taken anything.
        reach(64);
        synchronized (ITEMS) {
            Item mine = firstOf(Thread.currentThread());
            boolean isInterrupted = false;
            long start = System.nanoTime();
            while (mine != null && ITEMS.peek() != mine && System.nanoTime() - start < PATIENCE) {
                isInterrupted |= await();
                mine = firstOf(Thread.currentThread());
            }
            if (isInterrupted) {
                // The program's own waiting is to see it.
                Thread.currentThread().interrupt();
            }
            // After waiting in vain it takes what stands before, too: whoever has put that in may never come.
            return mine == null ? null : take();
        }
    }

    /** Takes the first item of all. Other threads are left time to hand over theirs; null if there is none left. */
    private static Item last(long start) {
        synchronized (ITEMS) {
            while (isAwaited(ITEMS.peek(), System.nanoTime() - start) && !endsProgram()) {
                await();
            }
            return take();
        }
    }

    /** Whether the end of the program, which has waited for so many nanoseconds, waits for the thread of the first item. */
    private static boolean isAwaited(Item first, long waited) {
        return first != null && first.thread != Thread.currentThread() && first.thread.isAlive()
                && waited < (first.isTaken ? LAST_PATIENCE : PATIENCE);
    }

    /** Whether a thread that is to hand over has itself ended the program, and so waits for the thread that asks. */
    private static boolean endsProgram() {
        for (Item item : ITEMS) {
            if (Shutdown.endsProgram(item.thread)) {
                return true;
            }
        }
        return false;
    }

    private static void reach(int depth) {
        if (depth > 0) {
            reach(depth - 1);
        }
    }

    private static Item firstOf(Thread thread) {
        for (Item item : ITEMS) {
            if (item.thread == thread && !item.isTaken) {
                return item;
            }
        }
        return null;
    }

    private static Item take() {
        for (Item item : ITEMS) {
            if (!item.isTaken) {
                mark();
                item.thread = Thread.currentThread();
                item.isTaken = true;
                return item;
            }
        }
        return null;
    }

    /** Notes that this thread hands over. */
    private static void mark() {
        Thread[] threads = handing;
        int free = 0;
        while (free < threads.length && threads[free] != null) {
            free++;
        }
        if (free == threads.length) {
            threads = Arrays.copyOf(threads, free + 1);
        }
        threads[free] = Thread.currentThread();
        handing = threads;
    }

    /** Takes an item out that has been handed over. Makes no objects: there may be no memory for them. */
    private static void end(Item item) {
        Thread me = Thread.currentThread();
        synchronized (ITEMS) {
            ITEMS.remove(item);
            size = ITEMS.size();
            Thread[] threads = handing;
            boolean isLast = true;
            for (int i = 0; i < threads.length; i++) {
                if (threads[i] == me) {
                    threads[i] = null;
                }
                isLast &= threads[i] == null;
            }
            handing = isLast ? NOBODY : threads;
            ITEMS.notifyAll();
        }
    }

    /** Waits a little for a change. Returns whether this thread was interrupted. */
    private static boolean await() {
        try {
            ITEMS.wait(10);
            return false;
        } catch (InterruptedException interrupted) {
            return true;
        }
    }
}
