package residua.corpus;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import residua.runtime.Violation;
import residua.runtime.ViolationHandler;

/**
 * Writes each report, as the standard handler words it, with the number of its thread and a tab before it, to the file that the
 * system property {@code residua.reports} names: some programs catch what is written to {@link System#err}.
 */
public final class Reporter implements ViolationHandler {
    private final OutputStream out;

    /** @throws IOException if the file cannot be written */
    public Reporter() throws IOException {
        out = new FileOutputStream(System.getProperty("residua.reports"));
    }

    @Override
    public void violation(Violation violation) {
        String line = Thread.currentThread().getId() + "\t" + violation.toString().replace('\n', ' ') + "\n";
        try {
            out.write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
