package residua.runtime;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Writes reports to {@link Output}, one line each. The system property {@code residua.report} changes that; it is a
 * list of words separated by commas: {@code json} (one JSON object per line), {@code stack} (the stack of the thread
 * follows), {@code once} (reports that differ in the instance alone are written once), {@code summary} (how often each was
 * made, when the program ends). One more, {@code fail}, is not about writing: see {@link Reports#leave}.
 */
public final class StandardHandler implements ViolationHandler {
    private final boolean json;
    private final boolean stack;
    private final boolean once;
    private final ConcurrentMap<String, Integer> seen = new ConcurrentHashMap<>();

    /** As the system property says. */
    public StandardHandler() {
        json = Settings.has("residua.report", "json");
        stack = Settings.has("residua.report", "stack");
        once = Settings.has("residua.report", "once");
        if (Settings.has("residua.report", "summary")) {
            Shutdown.afterAll(this::summarize);
        }
    }

    @Override
    public void violation(Violation violation) {
        String kind = violation.property + " in " + violation.state + " by " + violation.event + " at " + violation.at;
        if (!count(kind) && once) {
            return;
        }
        StringBuilder text = new StringBuilder(json ? json(violation) : violation.toString());
        if (stack) {
            appendStack(text);
        }
        Output.println(text.toString());
    }

    /** Counts a report. Returns whether it is the first of its kind. */
    private boolean count(String kind) {
        while (true) {
            Integer before = seen.putIfAbsent(kind, 1);
            if (before == null) {
                return true;
            }
            if (seen.replace(kind, before, before + 1)) {
                return false;
            }
        }
    }

    private static void appendStack(StringBuilder text) {
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            if (!frame.getClassName().startsWith("residua.")) {
                text.append(System.lineSeparator()).append("\tat ").append(frame);
            }
        }
    }

    private void summarize() {
        for (Map.Entry<String, Integer> entry : new TreeMap<>(seen).entrySet()) {
            Output.println("residua: " + entry.getValue() + " x violation of " + entry.getKey());
        }
    }

    private static String json(Violation violation) {
        return "{\"property\":" + quote(violation.property) + ",\"severity\":" + quote(violation.severity) + ",\"state\":" + quote(violation.state) + ",\"event\":"
                + quote(violation.event) + ",\"at\":" + quote(violation.at) + ",\"instance\":"
                + quote(violation.instance) + entry("message", violation.message) + entry("help", violation.help) + "}";
    }

    private static String entry(String key, String text) {
        return text == null ? "" : ",\"" + key + "\":" + quote(text);
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
