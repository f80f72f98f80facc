package residua.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What the folders of a build say about its monitors: the folder of a module goes before that of the whole build. */
public final class Configuration {
    private final File folder;
    private final File root;

    /**
     * Looks into folders.
     *
     * @param folder that of the module
     * @param root that of the whole build
     */
    public Configuration(File folder, File root) {
        this.folder = folder;
        this.root = root;
    }

    /** A line of {@code residua.toml} that names properties. */
    private static final Pattern NAMES_PROPERTIES = Pattern.compile("(?m)^\\s*\"?property\"?\\s*=");

    /** The file {@code residua.toml}, or null. */
    public File file() {
        return first("residua.toml", File::isFile);
    }

    /**
     * The property files that the build names itself: none if {@code residua.toml} does.
     *
     * @param named those of the plugin's configuration
     * @param init the command line of the build tool that adds some
     * @throws CommandException there are none at all
     */
    public List<String> properties(Iterable<File> named, String init) throws CommandException {
        List<String> paths = new ArrayList<>();
        for (File file : named) {
            paths.add(file.getPath());
        }
        if (paths.isEmpty() && !namesProperties()) {
            File found = first("properties", File::isDirectory);
            if (found == null) {
                throw new CommandException("no property is there to monitor. Write one into the folder `properties`, or run `" + init
                        + "`, which adds the rules for users of the JDK");
            }
            paths.add(found.getPath());
        }
        return paths;
    }

    private boolean namesProperties() throws CommandException {
        File file = file();
        try {
            return file != null && NAMES_PROPERTIES.matcher(Files.readString(file.toPath())).find();
        } catch (IOException unread) {
            throw new CommandException("`" + file + "` cannot be read", unread);
        }
    }

    private File first(String name, Predicate<File> is) {
        for (File folder : new File[] {this.folder, root}) {
            File file = new File(folder, name);
            if (is.test(file)) {
                return file;
            }
        }
        return null;
    }
}
