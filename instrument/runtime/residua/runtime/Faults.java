package residua.runtime;

import java.util.HashSet;
import java.util.Set;

/** Exceptions in monitor code: each piece of code that throws is told of once, and nothing else happens. */
public final class Faults {
    private static final Set<String> TOLD = new HashSet<>();

    private Faults() {}

    /**
     * Tells that a piece of monitor code threw. To be called with the lock of {@link Gate} held.
     *
     * @param code what threw, with its place in the property file
     * @param thrown what it threw
     */
    public static void tell(String code, Throwable thrown) {
        try {
            if (TOLD.add(code)) {
                System.err.println("residua: exception in " + code + ": " + describe(thrown) + " (told once)");
            }
        } catch (Throwable unprintable) {
            // Telling must not disturb the program either; the program's own stack or heap is at its end here.
            return;
        }
    }

    private static String describe(Throwable thrown) {
        String name = thrown.getClass().getName();
        try {
            String message = thrown.getMessage();
            return message == null ? name : name + ": " + message;
        } catch (Throwable unprintable) {
            return name;
        }
    }
}
