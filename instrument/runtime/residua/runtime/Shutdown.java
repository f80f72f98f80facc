package residua.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is done when the program ends: end-of-program events, then what depends on all events having been seen.
 *
 * <p>Code that runs in every program has no lambdas: the first one of a program takes as long as a million events. Nor are there
 * subclasses of {@link Thread}, which a security manager is asked about.
 */
public final class Shutdown {
    private static final Map<Integer, Runnable> ENDS = new TreeMap<>();
    private static final List<Runnable> LAST = new ArrayList<>();

    private static boolean hooked;
    private static boolean done;

    private Shutdown() {}

    /**
     * Delivers a specification's end-of-program events when the program ends.
     *
     * @param order position of the specification among all
     * @param end delivers them, as monitor code
     */
    public static synchronized void atEnd(int order, Runnable end) {
        if (ENDS.isEmpty()) {
            loadLibrary();
        }
        ENDS.put(order, end);
        hook();
    }

    /**
     * Loads this library, since end-of-program events may be the first to need a class of it. When the program ends, the class
     * loader may have been closed, as servers close those of what they undeploy, and gives no class any more. That of the class
     * path stays open.
     */
    private static void loadLibrary() {
        try {
            ClassLoader loader = Shutdown.class.getClassLoader();
            if (loader != ClassLoader.getSystemClassLoader()) {
                for (String name : library()) {
                    Class.forName("residua.runtime." + name, false, loader);
                }
            }
        } catch (ClassNotFoundException | LinkageError | SecurityException unavailable) {
            Faults.tell("the preparation of the end of the program", unavailable);
        }
    }

    /** Names all classes of this library. */
    private static String[] library() {
        return new String[] {
            "Automaton", "AutomatonTable", "BindingTable", "BindingTable$1", "CallerSlot", "CarriedKeys", "Carrier",
            "Carrier$1", "Channel", "Cleared", "Clock", "ControlFlow", "ControlFlow$1", "Counters", "Counters$1",
            "DescribedKey", "Description", "EventLog", "EventSwitch", "Faults", "Faults$1", "Faults$2", "Gate", "Handlers",
            "HashedKeys", "Instance", "Key", "KeyedTable", "KeyedTable$Named", "Keys", "Lasting", "LastingAutomaton",
            "LateCarrier", "LoopIterator", "LoopIterator$1", "LoopIterator$Entry", "Outbox", "Outbox$Item", "Output",
            "ParameterKey", "ParameterKey$Group", "Recognizer", "Recognizer$Grammar", "Recognizer$Item",
            "Recognizer$Rule", "Recognizer$Step", "Reflection", "Reports", "Reports$1", "Roster", "SerializedReferences",
            "Settings", "Shutdown", "Shutdown$Step", "Slices", "Slices$1", "Slices$2", "Slices$Origin",
            "StandardHandler", "StaticSignature", "Table", "ThreadBody", "Timer", "Timer$Alarm", "Tripwires",
            "Tripwires$1", "Tuple", "Violation", "ViolationError", "ViolationHandler"
        };
    }

    /** Runs after all end-of-program events. */
    static synchronized void afterAll(Runnable action) {
        LAST.add(action);
        hook();
    }

    private static synchronized List<Runnable> ends() {
        return new ArrayList<>(ENDS.values());
    }

    private static synchronized List<Runnable> last() {
        return new ArrayList<>(LAST);
    }

    private static void hook() {
        if (hooked) {
            return;
        }
        hooked = true;
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(new Step(false), "residua-shutdown"));
        } catch (IllegalStateException endingAlready) {
            Faults.tell("a monitor made while the program ends", endingAlready);
        } catch (SecurityException refused) {
            Faults.tell("a monitor that is to hear of the end of the program", refused);
        }
    }

    /**
     * Waits for the lock, unless its holder has itself ended the program (an action that calls {@code System.exit} waits
     * for this hook and holds the lock for ever).
     */
    private static void finish() {
        Thread waiting = new Thread(new Step(true), "residua-end");
        waiting.setDaemon(true);
        waiting.start();
        try {
            while (waiting.isAlive()) {
                waiting.join(10);
                if (waiting.isAlive() && endsProgram(Gate.holder())) {
                    deliver();
                    Outbox.empty();
                    return;
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether a thread, or null, has itself ended the program. */
    static boolean endsProgram(Thread owner) {
        if (owner == null) {
            return false;
        }
        for (StackTraceElement frame : owner.getStackTrace()) {
            if (frame.getClassName().equals("java.lang.Shutdown")) {
                return true;
            }
        }
        return false;
    }

    private static void deliverLocked() {
        synchronized (Gate.LOCK) {
            Gate.share();
            deliver();
        }
        Outbox.empty();
    }

    private static void deliver() {
        if (done) {
            return;
        }
        done = true;
        Gate.take("(end of program):0");
        for (Runnable end : ends()) {
            run("an end-of-program event", end);
        }
        // Behind all reports.
        for (Runnable action : last()) {
            Outbox.put("the end of the program", action);
        }
        Gate.close();
    }

    /**
     * What the two threads do: one class, so that the second thread needs none that is not loaded with the hook.
     */
    private static final class Step implements Runnable {
        private final boolean delivers;

        Step(boolean delivers) {
            this.delivers = delivers;
        }

        @Override
        public void run() {
            if (delivers) {
                deliverLocked();
            } else {
                finish();
            }
        }
    }

    private static void run(String what, Runnable action) {
        try {
            action.run();
        } catch (Throwable thrown) {
            Faults.tell(what, thrown);
        }
    }
}
