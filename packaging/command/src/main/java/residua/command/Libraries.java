package residua.command;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;

/** The class path of the libraries of a program. */
public final class Libraries {
    /** A class of the monitors' runtime library. */
    private static final String MONITORS = "residua/runtime/Reports.class";

    private Libraries() {}

    /**
     * The class path of libraries.
     *
     * @param libraries jars and folders, which are there
     * @param others folders of classes of the program, which stand behind them
     * @param remedy the end of the message about a library with monitors
     * @throws CommandException one of them has monitors of its own, which would mix with those of the program
     */
    public static String classPath(Iterable<File> libraries, List<String> others, String remedy) throws CommandException {
        List<String> paths = new ArrayList<>();
        for (File library : libraries) {
            if (isMonitored(library)) {
                throw new CommandException(
                        "`" + library + "` has monitors already, which would mix with those of this module. " + remedy);
            }
            paths.add(library.getPath());
        }
        paths.addAll(others);
        return String.join(File.pathSeparator, paths);
    }

    private static boolean isMonitored(File library) throws CommandException {
        if (library.isDirectory()) {
            return new File(library, MONITORS).isFile();
        }
        try (ZipFile jar = new ZipFile(library)) {
            return jar.getEntry(MONITORS) != null;
        } catch (IOException unreadable) {
            throw new CommandException("`" + library + "` cannot be read", unreadable);
        }
    }
}
