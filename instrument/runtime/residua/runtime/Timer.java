package residua.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/** The thread that raises timeouts. It starts with the first one, and does not keep the program running. */
final class Timer {
    private static final PriorityQueue<Alarm> ALARMS = new PriorityQueue<>();
    /** The alarm that counts for each clock; others of the same clock are stale. */
    private static final Map<Clock, Alarm> CURRENT = new HashMap<>();
    private static boolean running;
    private static long nextOrder;

    private Timer() {}

    private static final class Alarm implements Comparable<Alarm> {
        final Clock clock;
        final long at;
        private final long order = nextOrder++;

        Alarm(Clock clock, long at) {
            this.clock = clock;
            this.at = at;
        }

        @Override
        public int compareTo(Alarm other) {
            return at != other.at ? Long.signum(at - other.at) : Long.compare(order, other.order);
        }
    }

    /**
     * Looks at a clock no later than a time; to be called as monitor code. An alarm set for an earlier time stays: the clock
     * says then what is due.
     */
    static void wake(Clock clock, long at) {
        synchronized (ALARMS) {
            Alarm set = CURRENT.get(clock);
            if (set != null && set.at - at <= 0) {
                return;
            }
            Alarm alarm = new Alarm(clock, at);
            CURRENT.put(clock, alarm);
            ALARMS.add(alarm);
            if (!running) {
                start();
            } else if (ALARMS.peek() == alarm) {
                ALARMS.notifyAll();
            }
        }
    }

    private static void start() {
        running = true;
        Thread thread = new Thread(Timer::run, "residua-timer");
        thread.setDaemon(true);
        thread.start();
    }

    private static void run() {
        while (true) {
            try {
                ring(next());
            } catch (InterruptedException ignored) {
                // Nobody but the virtual machine may end this thread.
                continue;
            }
        }
    }

    /** Waits until the first alarm is due, and takes it; null if it is stale. */
    private static Clock next() throws InterruptedException {
        synchronized (ALARMS) {
            while (true) {
                Alarm first = ALARMS.peek();
                if (first == null) {
                    ALARMS.wait();
                    continue;
                }
                long nanos = first.at - System.nanoTime();
                if (nanos <= 0) {
                    ALARMS.poll();
                    return CURRENT.remove(first.clock, first) ? first.clock : null;
                }
                ALARMS.wait(nanos / 1_000_000, (int) (nanos % 1_000_000));
            }
        }
    }

    private static void ring(Clock clock) {
        if (clock == null) {
            return;
        }
        synchronized (Gate.LOCK) {
            Gate.share();
            if (clock.hasDue() && clock.due() - System.nanoTime() <= 0) {
                expire(clock);
            }
            if (clock.hasDue()) {
                wake(clock, clock.due());
            }
        }
        Outbox.handOver();
    }

    private static void expire(Clock clock) {
        Gate.open("(clock):0");
        try {
            clock.expire();
        } catch (Throwable thrown) {
            Faults.tell("a timeout", thrown);
        } finally {
            Gate.close();
        }
    }
}
