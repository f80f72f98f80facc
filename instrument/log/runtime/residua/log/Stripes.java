package residua.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Locks that make an access and its place in the order one step. Each stripe has a lock and counts its tickets. An
 * object belongs to one stripe, and an array to several, so the accesses of one variable have rising tickets.
 */
final class Stripes {
    /** The number of stripes, as {@code merge.rs} has it. */
    static final int COUNT = 4096;

    /** The ints of a stripe: one line of a processor's cache. */
    private static final int WIDTH = 16;

    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);

    private static final int[] CELLS = new int[COUNT * WIDTH];

    /** Tries before a thread lets others run. The thread that holds the stripe may have lost its processor. */
    private static final int SPINS = 64;

    /** Tries before a thread asks whether the holder of the stripe has ended. */
    private static final int PATIENCE = 1 << 12;

    private Stripes() {}

    /** The stripe of an object. */
    static int of(int id) {
        return (id * 0x9E3779B1) >>> 20;
    }

    /** The stripe of an element of an array. Neighbours share one. */
    static int of(int id, int index) {
        return of(id + 31 * (index >>> 4));
    }

    static {
        // The first calls link variable handles, which needs much of the stack.
        lock(0, 1);
        unlock(0);
    }

    /** Takes a stripe for the thread with a number, which is not 0. */
    static void lock(int stripe, int owner) {
        int cell = stripe * WIDTH;
        int tries = 0;
        while (!CELL.weakCompareAndSetAcquire(CELLS, cell, 0, owner)) {
            if (++tries < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
                if (tries % PATIENCE == 0) {
                    takeFromDead(cell);
                }
            }
        }
    }

    /** A thread that ran out of stack within an access may have ended without giving its stripe back. */
    private static void takeFromDead(int cell) {
        int owner = CELLS[cell];
        if (owner != 0 && Store.isDead(owner)) {
            CELL.compareAndSet(CELLS, cell, owner, 0);
        }
    }

    /** The next ticket. The caller holds the stripe. */
    static int ticket(int stripe) {
        return CELLS[stripe * WIDTH + 1]++;
    }

    static void unlock(int stripe) {
        CELL.setRelease(CELLS, stripe * WIDTH, 0);
    }

    /**
     * Needs as much of the stack as the end of an access. A thread that would run out of stack there does so here,
     * while it holds no stripe.
     */
    static long probe(long a) {
        return probe1(a, a, a, a);
    }

    /** Needs as much of the stack as so many calls. */
    static long probe(int depth, long a, long b) {
        return depth == 0 ? a + b : probe(depth - 1, b, a) + depth;
    }

    private static long probe1(long a, long b, long c, long d) {
        return probe2(a, b, c, d);
    }

    private static long probe2(long a, long b, long c, long d) {
        return probe3(a, b, c, d);
    }

    private static long probe3(long a, long b, long c, long d) {
        return probe4(a, b, c, d);
    }

    private static long probe4(long a, long b, long c, long d) {
        return probe5(a, b, c, d);
    }

    private static long probe5(long a, long b, long c, long d) {
        return probe6(a, b, c, d);
    }

    private static long probe6(long a, long b, long c, long d) {
        return probe7(a, b, c, d);
    }

    private static long probe7(long a, long b, long c, long d) {
        return probe8(a, b, c, d);
    }

    private static long probe8(long a, long b, long c, long d) {
        return a + b + c + d;
    }
}
