package residua.command;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The folders of a build that the command can use. */
public final class Folders {
    private Folders() {}

    /** The folders that are there, in their order. */
    public static List<String> existing(Iterable<String> paths) {
        List<String> there = new ArrayList<>();
        for (String path : paths) {
            if (new File(path).isDirectory()) {
                there.add(path);
            }
        }
        return there;
    }

    /**
     * The folders with Java sources, in their order. Builds know others, too: the compiler adds one for what annotation processors
     * make, and Kotlin has one for its own sources.
     *
     * @throws CommandException a folder cannot be read
     */
    public static List<String> withSources(Iterable<String> paths) throws CommandException {
        List<String> folders = new ArrayList<>();
        for (String folder : existing(paths)) {
            if (hasSources(Path.of(folder))) {
                folders.add(folder);
            }
        }
        return folders;
    }

    private static boolean hasSources(Path folder) throws CommandException {
        try (Stream<Path> files = Files.find(folder, Integer.MAX_VALUE, (file, attributes) -> file.toString().endsWith(".java"))) {
            return files.findAny().isPresent();
        } catch (IOException | UncheckedIOException unreadable) {
            throw new CommandException("`" + folder + "` cannot be read", unreadable);
        }
    }
}
