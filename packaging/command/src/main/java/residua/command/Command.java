package residua.command;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A run of the command {@code residua}, whose lines go to the log of the build. */
public final class Command {
    private final List<String> words = new ArrayList<>();
    private final File folder;
    private final Log log;

    /**
     * A command without arguments.
     *
     * @param executable the name or the path of {@code residua}
     * @param folder where it runs
     * @param log gets its lines
     */
    public Command(String executable, File folder, Log log) {
        words.add(executable);
        this.folder = folder;
        this.log = log;
    }

    /** Adds an argument. */
    public Command with(String argument) {
        words.add(argument);
        return this;
    }

    /** Adds arguments. */
    public Command with(List<String> arguments) {
        words.addAll(arguments);
        return this;
    }

    /** Adds an option with its value, if that is not empty. */
    public Command with(String option, String value) {
        return with(option, value.isEmpty() ? List.of() : List.of(value));
    }

    /** Adds an option with its values, if there are any. */
    public Command with(String option, List<String> values) {
        if (!values.isEmpty()) {
            words.add(option);
            words.addAll(values);
        }
        return this;
    }

    /**
     * Runs it to its end. The next step is the business of the build.
     *
     * @throws CommandException it is not there, cannot do its work, or ended with status 1: the program or a property is at fault
     */
    public void run() throws CommandException {
        words.add("--no-next");
        log.debug(String.join(" ", words));
        int status = finish(start());
        String name = "`residua " + words.get(1) + "`";
        if (status == 1) {
            throw new CommandException(name + " has objections: see the lines above", true);
        }
        if (status != 0) {
            throw new CommandException(name + " failed with status " + status + ": see the lines above");
        }
    }

    private Process start() throws CommandException {
        try {
            // One stream: findings and results keep their order.
            return new ProcessBuilder(words).directory(folder).redirectErrorStream(true).start();
        } catch (IOException missing) {
            throw new CommandException("`" + words.get(0) + "` cannot be run. Install residua, or name its file with"
                    + " -Dresidua.executable=FILE or as `executable` in the configuration of the plugin", missing);
        }
    }

    private int finish(Process process) throws CommandException {
        try {
            process.getOutputStream().close();
            copy(process.getInputStream(), new Lines(log));
            return process.waitFor();
        } catch (IOException failed) {
            throw new CommandException("the output of residua cannot be read", failed);
        } catch (InterruptedException interrupted) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new CommandException("residua was interrupted", interrupted);
        }
    }

    private static void copy(InputStream lines, Consumer<String> to) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(lines, StandardCharsets.UTF_8))) {
            reader.lines().forEach(to);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Writes each finding at its level: a line that begins with a level begins a finding, and an empty line or a phase ends it. */
    private static final class Lines implements Consumer<String> {
        private final Log log;
        private Consumer<String> level;

        Lines(Log log) {
            this.log = log;
            level = log::info;
        }

        @Override
        public void accept(String line) {
            if (line.startsWith("error[") || line.startsWith("error:")) {
                level = log::error;
            } else if (line.startsWith("warning[") || line.startsWith("warning:")) {
                level = log::warn;
            } else if (line.isEmpty() || line.startsWith("note[") || line.startsWith("note:") || line.startsWith("residua: ")) {
                level = log::info;
            }
            level.accept(line);
        }
    }
}
