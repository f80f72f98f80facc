package residua.runtime;

import java.io.FileOutputStream;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Announces code that the analysis took for code which never runs. Woven methods call {@link #hit} at their beginning, and so do
 * the bodies of lambda expressions. What an announced method calls runs because of it, and is not announced.
 *
 * <p>Where the system property {@code residua.tripwires} names a file, each method is added to it once, a line
 * {@code CLASS<tab>METHOD} with the descriptor, for {@code residua analyze --ran}; a lambda body is the method around it,
 * {@code /lambda#} and a number. Where {@code residua.tripwires.status} is a number, the program ends with that status if
 * anything was hit.
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
     * @param method {@code CLASS<tab>METHOD(DESCRIPTOR)<tab>ASSUMPTION}, of a lambda body {@code CLASS<tab>BODIES<tab>ASSUMPTION<tab>TEXT}:
     *     what it may be, separated by commas, and what it is for people
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
        String hit = "";
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            String owner = frame.getClassName();
            if (owner.startsWith("residua.runtime.") && !owner.equals("residua.runtime.Tripwires")) {
                HITS.put(method, before + 1);
                return;
            }
            String name = owner + "." + frame.getMethodName();
            if (hit.isEmpty() && !owner.equals("residua.runtime.Tripwires")) {
                hit = name;
            }
            isCalled |= ANNOUNCED.containsKey(name);
        }
        HITS.put(method, MOST_LOOKS);
        if (ANNOUNCED.putIfAbsent(hit, Boolean.TRUE) == null && !isCalled) {
            announce(method.split("\t"));
        }
    }

    private static void announce(String[] parts) {
        System.err.println("residua: " + shown(parts) + " ran, which the analysis took for impossible (" + parts[2]
            + "): reports may be missing or wrong; " + (parts.length > 3 ? "" : "add it with --entry, or ")
            + "record it with -Dresidua.tripwires=FILE and analyze again with --ran FILE");
        for (String body : parts.length > 3 ? parts[1].split(",") : new String[] {parts[1]}) {
            record(parts[0] + "\t" + body + "\n");
        }
        endWithStatus();
    }

    private static String shown(String[] parts) {
        if (parts.length > 3) {
            return parts[3];
        }
        String name = parts[1].substring(0, parts[1].indexOf('('));
        return name.equals("<init>") ? "new " + parts[0] + "(..)"
            : name.equals("<clinit>") ? "the static initializer of " + parts[0]
            : parts[0] + "." + name + "(..)";
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
