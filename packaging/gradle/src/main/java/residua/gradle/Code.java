package residua.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import residua.command.CommandException;
import residua.command.Folders;
import residua.command.Libraries;

/** The classes of a program and its tests as the compilers make them, and the libraries that they need: inputs of tasks. */
public final class Code {
    private final FileCollection classes;
    private final FileCollection testClasses;
    private final FileCollection libraries;

    Code(FileCollection classes, FileCollection testClasses, FileCollection libraries) {
        this.classes = classes;
        this.testClasses = testClasses;
        this.libraries = libraries;
    }

    /** The folders of classes, without those of tests. */
    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public FileCollection getClasses() {
        return classes;
    }

    /** The folders of the classes of tests. */
    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public FileCollection getTestClasses() {
        return testClasses;
    }

    /** The jars and folders of libraries, without the projects of this build. */
    @Classpath
    public FileCollection getLibraries() {
        return libraries;
    }

    /** The folders of a collection that are there. */
    static List<String> folders(FileCollection files) {
        List<String> paths = new ArrayList<>();
        files.forEach(file -> paths.add(file.getPath()));
        return Folders.existing(paths);
    }

    /** The class path of the libraries that are there, with other classes of the program behind them. */
    String classPath(List<String> others) throws CommandException {
        return Libraries.classPath(libraries.filter(File::exists), others, "Depend on the library without monitors");
    }
}
