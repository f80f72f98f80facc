package residua.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The classes that a test engine may make and call, in whatever way it finds them. The analysis takes a class that a resource
 * names for one that a framework uses, so the list of them is a resource.
 */
public final class TestClasses {
    private TestClasses() {}

    /**
     * Writes the names of all classes below folders into a file, one a line: {@code app.ClientTest}.
     *
     * @param folders the folders of the classes of tests
     * @param file the list
     * @throws CommandException a folder cannot be read, or the list cannot be written
     */
    public static void write(Iterable<String> folders, Path file) throws CommandException {
        Set<String> names = new TreeSet<>();
        try {
            for (String folder : folders) {
                addBelow(Path.of(folder), names);
            }
            Files.createDirectories(file.getParent());
            Files.write(file, names);
        } catch (IOException failed) {
            throw new CommandException("the classes of tests cannot be listed in `" + file + "`", failed);
        }
    }

    private static void addBelow(Path folder, Set<String> names) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(file -> file.toString().endsWith(".class")).forEach(file -> names.add(name(folder.relativize(file))));
        }
    }

    private static String name(Path file) {
        String path = file.toString().replace(file.getFileSystem().getSeparator(), ".");
        return path.substring(0, path.length() - ".class".length());
    }
}
