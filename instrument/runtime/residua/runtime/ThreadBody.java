package residua.runtime;

/** Whether the body that tells monitors is all that its thread does. */
public final class ThreadBody {
    private ThreadBody() {}

    /**
     * To be asked by monitor code, at the entry or an exit of a body.
     *
     * @return whether the thread begins and ends with this body: nothing but the JDK's own way to run a thread has called it
     */
    public static boolean isOutermost() {
        StackTraceElement[] calls = Thread.currentThread().getStackTrace();
        int body = calls.length - 1;
        while (body >= 0 && runsThreads(calls[body].getClassName())) {
            body--;
        }
        // The first one is the request for all of them.
        for (int n = 1; n < body; n++) {
            if (!isOfMonitors(calls[n].getClassName())) {
                return false;
            }
        }
        return body > 0 && !isOfMonitors(calls[body].getClassName());
    }

    private static boolean runsThreads(String name) {
        return name.equals("java.lang.Thread") || name.equals("java.lang.VirtualThread")
            || name.startsWith("java.lang.ThreadBuilders$") || name.startsWith("jdk.internal.vm.");
    }

    private static boolean isOfMonitors(String name) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return name.startsWith("residua.runtime.") || simple.startsWith("ResiduaMonitor");
    }
}
