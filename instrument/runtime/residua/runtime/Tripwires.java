package residua.runtime;

import java.io.FileOutputStream;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Announces code that the analysis took for code which never runs. Woven methods call {@link #hit} at their beginning. What
 * an announced method calls runs because of it, and is not announced.
 *
 * <p>Where the system property {@code residua.tripwires} names a file, each method is added to it once, a line
 * {@code CLASS<tab>METHOD} with the descriptor, for {@code residua analyze --ran}. Where {@code residua.tripwires.status}
 * is a number, the program ends with that status if anything was hit.
 */
public final class Tripwires {
    /** How often each method was hit, as long as that was by monitors. */
    private static final ConcurrentHashMap<String, Integer> HITS = new ConcurrentHashMap<String, Integer>();

    /** {@code CLASS.METHOD} of what was hit, but not by monitors. */
    private static final ConcurrentHashMap<String, Boolean> ANNOUNCED = new ConcurrentHashMap<String, Boolean>();

    /** After so many hits a method is no longer looked at: monitors that compare keys call it each time. */
    private static final int MOST_LOOKS = 64;

    private static boolean endsWithStatus;

    private Tripwires() {}

    /**
     * Says once that a method runs. Monitors that call it, as they call {@code hashCode} of keys, are no part of the program.
     *
     * @param method {@code CLASS<tab>METHOD(DESCRIPTOR)<tab>ASSUMPTION}
     */
    public static void hit(String method) {
        Integer before = HITS.get(method);
        if (before != null && before >= MOST_LOOKS) {
            return;
        }
        try {
            look(method, before == null ? 0 : before);
        } catch (RuntimeException withheld) {
            // Nothing of this reaches the program.
        }
    }

    private static void look(String method, int before) {
        boolean isCalled = false;
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            String owner = frame.getClassName();
            if (owner.startsWith("residua.runtime.") && !owner.equals("residua.runtime.Tripwires")) {
                HITS.put(method, before + 1);
                return;
            }
            isCalled |= ANNOUNCED.containsKey(owner + "." + frame.getMethodName());
        }
        HITS.put(method, MOST_LOOKS);
        String[] parts = method.split("\t");
        String name = parts[0] + "." + parts[1].substring(0, parts[1].indexOf('('));
        if (ANNOUNCED.putIfAbsent(name, Boolean.TRUE) == null && !isCalled) {
            announce(parts);
        }
    }

    private static void announce(String[] parts) {
        String name = parts[1].substring(0, parts[1].indexOf('('));
        String shown = name.equals("<init>") ? "new " + parts[0] + "(..)"
            : name.equals("<clinit>") ? "the static initializer of " + parts[0]
            : parts[0] + "." + name + "(..)";
        System.err.println("residua: " + shown + " ran, which the analysis took for impossible (" + parts[2]
            + "): reports may be missing; add it with --entry, or record it with -Dresidua.tripwires=FILE and"
            + " analyze again with --ran FILE");
        record(parts[0] + "\t" + parts[1] + "\n");
        endWithStatus();
    }

    private static synchronized void record(String line) {
        String file = Settings.get("residua.tripwires", "");
        if (file.isEmpty()) {
            return;
        }
        try (FileOutputStream out = new FileOutputStream(file, true)) {
            out.write(line.getBytes("UTF-8"));
        } catch (IOException lost) {
            System.err.println("residua: cannot write " + file + ": " + lost.getMessage());
        }
    }

    /** Sees to the exit status, once. */
    private static synchronized void endWithStatus() {
        String status = Settings.get("residua.tripwires.status", "");
        if (endsWithStatus || status.isEmpty()) {
            return;
        }
        endsWithStatus = true;
        final int number = Integer.parseInt(status);
        Runtime.getRuntime().addShutdownHook(new Thread() {
            @Override
            public void run() {
                System.err.flush();
                Runtime.getRuntime().halt(number);
            }
        });
    }
}
