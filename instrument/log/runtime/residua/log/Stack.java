package residua.log;

import java.util.Arrays;

/**
 * The calls that a thread is in, as far as recorded methods make them. The log has them where an event is written,
 * and only those that have changed since the last one.
 *
 * <p>An exception ends calls without a word. So a method that may go on after one notes how many calls were open
 * when it began.
 */
final class Stack {
    /** More calls are counted, but the log does not have them. */
    private static final int MOST = 1 << 14;

    private static final int HALF = 16;
    private static final int MASK = (1 << HALF) - 1;

    /** The sites of the calls, from the outermost. */
    private int[] sites = new int[16];

    private int open;

    /** The calls that the log has as open, and how many of them still are. */
    private int logged;

    private int same;

    /** For each method that may go on after an exception: the calls that were open at its begin. */
    private int[] begins = new int[8];

    private int begun;

    /** A call begins. Gives what {@link #close} takes. */
    int open(int site) {
        int state = begun << HALF | open & MASK;
        if (open < MOST) {
            if (open == sites.length) {
                sites = Arrays.copyOf(sites, 2 * open);
            }
            sites[open] = site;
            open++;
        }
        return state;
    }

    /** A call has ended, and all within it. */
    void close(int state) {
        begun = Math.min(begun, state >>> HALF);
        back(state & MASK);
    }

    private void back(int calls) {
        open = Math.min(open, calls);
        same = Math.min(same, open);
    }

    /** A method begins that may go on after an exception. */
    void begin() {
        if (begun == begins.length && begun < MASK) {
            begins = Arrays.copyOf(begins, 2 * begun);
        }
        if (begun < MASK) {
            begins[begun] = open;
            begun++;
        }
    }

    /** The method goes on after an exception. */
    void caught() {
        if (begun > 0) {
            back(begins[begun - 1]);
        }
    }

    /** The method ends. */
    void end() {
        if (begun > 0) {
            begun--;
            back(begins[begun]);
        }
    }

    /** Returns whether the log has other calls than the thread. */
    boolean isNew() {
        return same != open || logged != open;
    }

    /** The next call that the log lacks: its depth, or the depth of all if calls have ended. */
    int depth() {
        return same;
    }

    /** The site of that call, 0 if calls have ended. */
    int site() {
        return same < open ? sites[same] : 0;
    }

    /** The log has it. */
    void next() {
        if (same < open) {
            same++;
        }
        logged = same;
    }
}
