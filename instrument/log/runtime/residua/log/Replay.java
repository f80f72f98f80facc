package residua.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Collectors;

/**
 * The replay of an order of events. Threads stop at gates, before their events, until all events before theirs have
 * happened. A thread that has done all of its events stops at its next gate.
 *
 * <p>Whoever knows the end of the replay first writes it to a file and ends the process.
 */
final class Replay {
    /** The variable of the environment that names the schedule. The verdict goes into a file beside it. */
    private static final String SCHEDULE = "RESIDUA_REPLAY";

    /** This run replays, and records nothing. */
    static final boolean IS_ON = System.getenv(SCHEDULE) != null;

    /** The longest time that a thread may need from one event to its next, in nanoseconds, before others go on. */
    private static final long GRACE = 20_000_000;

    /** The milliseconds between two looks at the whole. */
    private static final long LOOK = 10;

    /** Tries at a gate before the thread sleeps. */
    private static final int SPINS = 100;

    private static Path file;
    private static Schedule schedule;

    /** The events that have happened, and their number. */
    private static AtomicIntegerArray happened;
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** The thread of the latest event. */
    private static volatile Actor latest;

    private static final ConcurrentLinkedQueue<Actor> ACTORS = new ConcurrentLinkedQueue<>();

    /** The keys of threads that were started, by the numbers of their objects. */
    private static final ConcurrentHashMap<Integer, String> KEYS = new ConcurrentHashMap<>();

    /** How many threads with the same key but for the number there are. */
    private static final ConcurrentHashMap<String, Integer> COUNTS = new ConcurrentHashMap<>();

    private static boolean hasVerdict;

    private Replay() {}

    static {
        if (IS_ON) {
            try {
                file = Path.of(System.getenv(SCHEDULE)).toAbsolutePath();
                schedule = new Schedule(file);
                happened = new AtomicIntegerArray(schedule.size);
                Thread watch = new Thread(Replay::watch, "residua replay");
                watch.setDaemon(true);
                watch.start();
                Runtime.getRuntime().addShutdownHook(new Thread(Replay::ended, "residua replay end"));
            } catch (IOException | RuntimeException error) {
                System.err.println("residua: cannot replay: " + error);
                Runtime.getRuntime().halt(1);
            }
        }
    }

    /** The name of a thread without a number that counts threads of one name, as {@code schedule.rs} has it. */
    private static String base(Thread thread) {
        String name = thread.getName().replaceAll("[|\n\r();]", "_").replaceAll("#[0-9]+$", "");
        return name.isEmpty() ? "_" : name;
    }

    private static String numbered(String key) {
        return key + "#" + COUNTS.merge(key, 1, Integer::sum);
    }

    /** One thread of the program. */
    static final class Actor {
        final Thread thread;
        private final String key;
        private final ArrayDeque<Schedule.Step> steps;
        private final Schedule.Step last;

        /** At the end the thread is to wait for a lock that another such thread holds. */
        private final boolean isOfDeadlock;

        /** The thread is at a gate. */
        private volatile boolean waits;

        /** The variable that the thread is about to access, where it is before its last event. */
        private volatile String arrived;

        /** How deep the thread has each lock, by its number, and twice the number plus one for the read side. */
        private final Map<Long, Integer> depths = new HashMap<>();
        private final Map<Long, Integer> depthsOfWaits = new HashMap<>();

        Actor(Thread thread, int id) {
            this.thread = thread;
            String forked = KEYS.remove(id);
            key = forked != null ? forked : numbered(base(thread));
            Schedule.Part part = schedule.parts.get(key);
            steps = part == null ? new ArrayDeque<>() : new ArrayDeque<>(part.steps);
            last = part == null ? null : part.last;
            isOfDeadlock = part != null && part.waits;
            ACTORS.add(this);
        }

        /** The thread begins. One that has no events in the order goes no further. */
        void begins() {
            if (steps.isEmpty() && last == null) {
                stop();
            }
        }

        /** The thread has an event that may wait for its turn. */
        void event(int kind, int id, int aspect, int site) {
            int base = Kind.base(kind);
            Schedule.Step step = steps.peek();
            if (isFolded(base, id)) {
                // After a join that has given up, the log has a step instead.
                if (step != null && step.kind == Kind.STEP && step.line.equals(schedule.lines[site])) {
                    happened(Kind.STEP, site);
                }
                return;
            }
            boolean isThread = base == Kind.FORK || base == Kind.JOIN;
            if (isThread && (step == null || step.kind != base)) {
                // The log has no events of threads that have done nothing.
                return;
            }
            gate(kind, id, aspect, site);
            happened(base, site);
            follow(base, id);
            if (base == Kind.REQUEST || base == Kind.READ_REQUEST) {
                requested();
            }
        }

        /** An event that others do not see. */
        void own(int kind, int site) {
            if (!steps.isEmpty()) {
                happened(kind, site);
            }
        }

        /** Waits until the next event of the thread may happen. */
        void gate(int kind, int id, int aspect, int site) {
            Schedule.Step step = steps.peek();
            if (step == null) {
                atEnd(kind, id, aspect, site);
            } else {
                pass(step);
            }
        }

        /** Waits for the turn of the next event if it is at this site. The thread will do something before it tells. */
        void before(int site) {
            Schedule.Step step = steps.peek();
            if (step != null && step.line.equals(schedule.lines[site])) {
                pass(step);
            } else if (step == null && last == null) {
                stop();
            }
        }

        /** Returns whether the thread has to give the lock back that it has got at the end of a wait. */
        boolean isEarly() {
            Schedule.Step step = steps.peek();
            return step == null ? last == null : step.kind == Kind.WAIT_ACQUIRE && !isReady(step);
        }

        /** The thread has asked for a lock. In a deadlock, where that is its last event, it is to wait for it. */
        private void requested() {
            Schedule.Step step = steps.peek();
            if (step != null) {
                pass(step);
            } else if (isOfDeadlock) {
                pass(null);
            } else {
                stop();
            }
        }

        /** Waits until an event may happen; without one, until all have. */
        private void pass(Schedule.Step step) {
            long since = System.nanoTime();
            boolean isInterrupted = false;
            waits = true;
            for (int tries = 0; ; tries++) {
                boolean isReady = isReady(step);
                if (isReady && isSettled(since)) {
                    break;
                }
                if (!isReady) {
                    since = System.nanoTime();
                }
                isInterrupted |= pause(tries);
            }
            waits = false;
            if (isInterrupted) {
                thread.interrupt();
            }
        }

        /** The thread goes no further. */
        private void stop() {
            waits = true;
            while (true) {
                pause(SPINS);
            }
        }

        /** A permit of the thread would end a park, so it sleeps. Returns whether it was interrupted. */
        private static boolean pause(int tries) {
            if (tries < SPINS) {
                Thread.yield();
                return false;
            }
            try {
                Thread.sleep(0, 50_000);
                return false;
            } catch (InterruptedException interrupted) {
                return true;
            }
        }

        /** Whoever had the latest event goes on until it is at a gate, waits or ends. */
        private boolean isSettled(long since) {
            Actor before = latest;
            return before == null || before == this || before.waits
                    || before.thread.getState() != Thread.State.RUNNABLE || System.nanoTime() - since > GRACE;
        }

        /** The thread has done its part of the order. */
        private void atEnd(int kind, int id, int aspect, int site) {
            if (last == null) {
                stop();
            }
            if (!last.line.equals(schedule.lines[site]) || kind != 0 && Kind.base(kind) != last.kind) {
                String found = (kind == 0 ? "an access" : Kind.word(Kind.base(kind))) + " at " + schedule.lines[site];
                verdict("left", key, last.toString(), found);
            }
            boolean isField = aspect == 0 && (kind & Kind.LIBRARY) == 0;
            arrived = id + ":" + aspect + ":" + (isField ? schedule.fields[site] : 0);
            meet();
            stop();
        }

        void happened(int kind, int site) {
            Schedule.Step step = steps.peek();
            if (step == null) {
                return;
            }
            if (step.kind != kind || !step.line.equals(schedule.lines[site])) {
                verdict("left", key, step.toString(), Kind.word(kind) + " at " + schedule.lines[site]);
            }
            steps.poll();
            latest = this;
            happened.set(step.position, 1);
            COUNT.incrementAndGet();
        }

        // Inner locking of a lock that the thread has already: the log has none of it.

        private static long lock(int kind, int id) {
            boolean reads = kind == Kind.READ_REQUEST || kind == Kind.READ_ACQUIRE || kind == Kind.READ_RELEASE
                    || kind == Kind.TRY_READ_ACQUIRE;
            return 2L * id + (reads ? 1 : 0);
        }

        private boolean isFolded(int kind, int id) {
            long lock = lock(kind, id);
            int depth = depths.getOrDefault(lock, 0);
            switch (kind) {
                case Kind.REQUEST:
                case Kind.READ_REQUEST:
                    return depth > 0;
                case Kind.ACQUIRE:
                case Kind.TRY_ACQUIRE:
                case Kind.READ_ACQUIRE:
                case Kind.TRY_READ_ACQUIRE:
                    depths.put(lock, depth + 1);
                    return depth > 0;
                case Kind.RELEASE:
                case Kind.READ_RELEASE:
                    depths.put(lock, Math.max(0, depth - 1));
                    return depth > 1;
                default:
                    return false;
            }
        }

        private void follow(int kind, int id) {
            long lock = lock(kind, id);
            if (kind == Kind.WAIT_RELEASE || kind == Kind.TIMED_WAIT_RELEASE) {
                depthsOfWaits.put(lock, depths.getOrDefault(lock, 0));
                depths.put(lock, 0);
            } else if (kind == Kind.WAIT_ACQUIRE) {
                depths.put(lock, depthsOfWaits.getOrDefault(lock, 1));
            }
        }

        /** A thread that this one starts. */
        void forks(Thread started) {
            KEYS.put(Identities.of(started), numbered(key + "/" + base(started)));
        }
    }

    /** Returns whether an event may happen; without one, whether all have. */
    private static boolean isReady(Schedule.Step step) {
        if (step == null) {
            return COUNT.get() == schedule.size;
        }
        for (int position : step.before) {
            if (happened.get(position) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Two threads are before accesses of a race. */
    private static void meet() {
        String variable = null;
        int arrived = 0;
        for (Actor actor : ACTORS) {
            if (actor.arrived != null) {
                if (variable != null && !variable.equals(actor.arrived)) {
                    verdict("left", actor.key, "an access of the same variable", "one of another variable");
                }
                variable = actor.arrived;
                arrived++;
            }
        }
        if (arrived == schedule.lasts) {
            verdict("confirmed");
        }
    }

    /** Looks for the end that no single thread sees. */
    private static void watch() {
        int seen = -1;
        long since = System.nanoTime();
        while (true) {
            try {
                Thread.sleep(LOOK);
            } catch (InterruptedException interrupted) {
                continue;
            }
            int now = COUNT.get();
            boolean isDone = now == schedule.size && schedule.lasts == 0;
            if (isDone && (!schedule.kind.equals("deadlock") || isDeadlocked())) {
                verdict("confirmed");
            }
            if (now != seen) {
                seen = now;
                since = System.nanoTime();
            } else if ((System.nanoTime() - since) / 1_000_000 > schedule.patience) {
                stuck();
            }
        }
    }

    /** The JVM itself finds the threads that wait for each other. A read lock has no owner that it knows. */
    private static boolean isDeadlocked() {
        long[] found;
        try {
            found = java.lang.management.ManagementFactory.getThreadMXBean().findDeadlockedThreads();
        } catch (LinkageError missing) {
            return false;
        }
        if (found == null) {
            return false;
        }
        Set<Long> waiting = Arrays.stream(found).boxed().collect(Collectors.toSet());
        return ACTORS.stream().allMatch(actor -> !actor.isOfDeadlock || waiting.contains(actor.thread.getId()));
    }

    /** Nothing happens any more. */
    private static void stuck() {
        for (Actor actor : ACTORS) {
            Schedule.Step step = actor.steps.peek();
            if (step != null && isReady(step)) {
                String state = actor.waits ? "another thread runs on" : actor.thread.getState().toString();
                verdict("stuck", actor.key, step.toString(), state);
            }
        }
        schedule.parts.forEach((key, part) -> {
            boolean hasBegun = ACTORS.stream().anyMatch(actor -> actor.key.equals(key));
            if (!hasBegun && !part.steps.isEmpty() && isReady(part.steps.get(0))) {
                verdict("stuck", key, part.steps.get(0).toString(), "not begun");
            }
        });
        for (Actor actor : ACTORS) {
            if (actor.last != null && actor.arrived == null && isReady(null)) {
                verdict("stuck", actor.key, actor.last.toString(), actor.thread.getState().toString());
            }
        }
        verdict("stuck", "", "", "");
    }

    /** The program has ended by itself. */
    private static void ended() {
        boolean isDone = isReady(null) && schedule.lasts == 0 && !schedule.kind.equals("deadlock");
        verdict(isDone ? "confirmed" : "ended");
    }

    /** Writes how the replay has ended, and ends the process. */
    private static synchronized void verdict(String... words) {
        if (!hasVerdict) {
            hasVerdict = true;
            StringBuilder text = new StringBuilder();
            text.append(words[0]).append('\t').append(COUNT);
            for (int i = 1; i < words.length; i++) {
                text.append('\t').append(words[i]);
            }
            text.append('\n');
            try {
                Path draft = Path.of(file + ".draft");
                Files.write(draft, text.toString().getBytes(StandardCharsets.UTF_8));
                Files.move(draft, Path.of(file + ".verdict"), StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException error) {
                System.err.println("residua: cannot write the verdict: " + error);
            }
        }
        Runtime.getRuntime().halt(0);
    }
}
