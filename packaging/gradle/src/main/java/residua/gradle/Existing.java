package residua.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import residua.command.Folders;

/** What is there of the files that a build names. */
final class Existing {
    private Existing() {}

    static List<File> files(Iterable<File> files) {
        List<File> there = new ArrayList<>();
        for (File file : files) {
            if (file.exists()) {
                there.add(file);
            }
        }
        return there;
    }

    static List<String> folders(Iterable<File> files) {
        List<String> paths = new ArrayList<>();
        for (File file : files) {
            paths.add(file.getPath());
        }
        return Folders.existing(paths);
    }
}
