package residua.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import residua.command.Command;
import residua.command.CommandException;
import residua.command.Folders;
import residua.command.Libraries;
import residua.command.TestClasses;

/**
 * Proves which monitored calls of the project, its tests and the projects below it can never matter. It writes the plan and
 * {@code report.html}.
 */
public class AnalyzeTask extends PropertiesTask {
    static final String REMEDY = "Depend on the library without monitors";

    private FileCollection sources;
    private FileCollection resources;
    private FileCollection classes;
    private FileCollection testClasses;
    private FileCollection libraries;
    private List<String> entries = new ArrayList<>();
    private Long budget;
    private boolean strict;
    private File out;

    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public FileCollection getSources() {
        return sources;
    }

    public void setSources(FileCollection sources) {
        this.sources = sources;
    }

    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public FileCollection getResources() {
        return resources;
    }

    public void setResources(FileCollection resources) {
        this.resources = resources;
    }

    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public FileCollection getClasses() {
        return classes;
    }

    public void setClasses(FileCollection classes) {
        this.classes = classes;
    }

    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public FileCollection getTestClasses() {
        return testClasses;
    }

    public void setTestClasses(FileCollection testClasses) {
        this.testClasses = testClasses;
    }

    @Classpath
    public FileCollection getLibraries() {
        return libraries;
    }

    public void setLibraries(FileCollection libraries) {
        this.libraries = libraries;
    }

    @Input
    public List<String> getEntries() {
        return entries;
    }

    public void setEntries(List<String> entries) {
        this.entries = entries;
    }

    @Input
    @Optional
    public Long getBudget() {
        return budget;
    }

    public void setBudget(Long budget) {
        this.budget = budget;
    }

    @Input
    public boolean isStrict() {
        return strict;
    }

    public void setStrict(boolean strict) {
        this.strict = strict;
    }

    /** The folder of the plan and the report. */
    @OutputDirectory
    public File getOut() {
        return out;
    }

    public void setOut(File out) {
        this.out = out;
    }

    @Override
    void work() throws CommandException {
        List<String> folders = paths(classes);
        if (folders.isEmpty()) {
            getLogger().info("this project has no classes");
            return;
        }
        List<String> tests = paths(testClasses);
        folders.addAll(tests);
        File listed = new File(out, "tests");
        TestClasses.write(tests, new File(listed, "tests.txt").toPath());
        List<String> folderOfResources = paths(resources);
        folderOfResources.add(listed.getPath());
        Command command = command("analyze").with("--out", out.getPath())
                .with("--source", Folders.withSources(paths(sources)))
                .with("--classes", folders)
                .with("--resources", folderOfResources)
                .with("--property", properties())
                .with("--entry", entries)
                .with("--classpath", Libraries.classPath(Existing.files(libraries), REMEDY));
        if (budget != null) {
            command.with("--budget", budget.toString());
        }
        if (strict) {
            command.with("--strict");
        }
        command.with(getArguments()).run();
    }

    private static List<String> paths(FileCollection files) {
        return Existing.folders(files);
    }
}
