package residua.runtime;

import java.util.HashSet;
import java.util.Set;

/** Exceptions in monitor code: each piece of code that throws is told of once, and nothing else happens. */
public final class Faults {
    private static final Set<String> TOLD = new HashSet<>();

    /** Code that ran out of stack or memory, to be told when the program ends. */
    private static String owed;
    private static String owedReason;

    /** Filled before they are needed: without memory no literal can be made. Constants would stand where they are used. */
    private static final String STACK = "stack overflow".toString();
    private static final String MEMORY = "out of memory".toString();
    private static final String OTHER = "the virtual machine failed".toString();

    private Faults() {}

    static {
        // Class loaders allocate when they are first asked for a class; these are asked for when there may be no memory.
        shortage(new Throwable());
        Shutdown.afterAll(new Runnable() {
            @Override
            public void run() {
                tellOwed();
            }
        });
    }

    /** Prepares to tell of what cannot be told when it happens. */
    static void prepare() {}

    /**
     * Tells that a piece of monitor code threw.
     *
     * @param code what threw, with its place in the property file
     * @param thrown what it threw
     */
    public static void tell(String code, Throwable thrown) {
        String shortage = shortage(thrown);
        if (shortage != null) {
            // Without stack or memory, printing could leave the stream's lock held.
            if (owed == null) {
                owed = code;
                owedReason = shortage;
            }
            return;
        }
        try {
            boolean isFirst;
            synchronized (TOLD) {
                isFirst = TOLD.add(code);
            }
            if (isFirst) {
                final String text = "residua: exception in " + code + ": " + describe(thrown) + " (told once)";
                Outbox.put("the delivery of a message", new Runnable() {
                    @Override
                    public void run() {
                        Output.println(text);
                    }
                });
                Outbox.handOver();
            }
        } catch (Throwable unprintable) {
            // Telling must not disturb the program either.
            return;
        }
    }

    private static void tellOwed() {
        if (owed != null) {
            Output.println("residua: exception in " + owed + ": " + owedReason
                    + " (told once); it has missed events, so reports may be missing or wrong");
        }
    }

    /** What there was too little of; null if it is something else that went wrong. */
    private static String shortage(Throwable failure) {
        if (failure instanceof StackOverflowError) {
            return STACK;
        }
        if (failure instanceof OutOfMemoryError) {
            return MEMORY;
        }
        return failure instanceof VirtualMachineError ? OTHER : null;
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
