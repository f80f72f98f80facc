package residua.runtime;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Where the lines of the runtime go: {@link System#err}, or the file that the system property {@code residua.report.file} names.
 * Lines are added at the end of the file, each as a whole, so that several programs may write to one. {@code %p} in its name is the
 * number of the process.
 */
final class Output {
    private static final OutputStream FILE = open(Settings.get("residua.report.file", ""));

    private Output() {}

    /** Writes a text and an end of line. */
    static void println(String text) {
        if (FILE != null) {
            try {
                FILE.write((text + System.lineSeparator()).getBytes("UTF-8"));
                return;
            } catch (IOException full) {
                System.err.println("residua: cannot write " + Settings.get("residua.report.file", "") + ": " + full.getMessage());
            }
        }
        System.err.println(text);
    }

    private static OutputStream open(String name) {
        if (name.isEmpty()) {
            return null;
        }
        try {
            return new FileOutputStream(name.contains("%p") ? name.replace("%p", process()) : name, true);
        } catch (IOException | SecurityException refused) {
            System.err.println("residua: cannot write " + name + ": " + refused.getMessage() + "; reports go to stderr");
            return null;
        }
    }

    /** The number of this process. Java 8 has no method for it. */
    private static String process() {
        try {
            Class<?> handle = Class.forName("java.lang.ProcessHandle");
            return String.valueOf(handle.getMethod("pid").invoke(handle.getMethod("current").invoke(null)));
        } catch (ReflectiveOperationException | SecurityException unknown) {
            return "0";
        }
    }
}
