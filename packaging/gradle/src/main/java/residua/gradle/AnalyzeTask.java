package residua.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Nested;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import residua.command.Command;
import residua.command.CommandException;
import residua.command.Folders;
import residua.command.TestClasses;

/**
 * Proves which monitored calls of the project, its tests and the projects below it can never matter. It writes the plan and
 * {@code report.html}.
 */
public class AnalyzeTask extends PropertiesTask {
    private FileCollection sources;
    private FileCollection resources;
    private Code code;
    private List<String> entries = new ArrayList<>();
    private Long budget;
    private boolean strict;
    private FileCollection reflectionLog;
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

    @Nested
    public Code getCode() {
        return code;
    }

    public void setCode(Code code) {
        this.code = code;
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

    /** The record of reflective calls, or nothing. */
    @InputFiles
    @PathSensitive(PathSensitivity.NONE)
    public FileCollection getReflectionLog() {
        return reflectionLog;
    }

    public void setReflectionLog(FileCollection reflectionLog) {
        this.reflectionLog = reflectionLog;
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
        List<String> folders = Code.folders(code.getClasses());
        if (folders.isEmpty()) {
            getLogger().info("this project has no classes");
            return;
        }
        List<String> tests = Code.folders(code.getTestClasses());
        folders.addAll(tests);
        File listed = new File(out, "tests");
        TestClasses.write(tests, new File(listed, "tests.txt").toPath());
        List<String> foldersOfResources = Code.folders(resources);
        foldersOfResources.add(listed.getPath());
        Command command = command("analyze").with("--out", out.getPath())
                .with("--source", Folders.withSources(Code.folders(sources)))
                .with("--classes", folders)
                .with("--resources", foldersOfResources)
                .with("--property", properties())
                .with("--entry", entries)
                .with("--classpath", code.classPath(List.of()));
        if (budget != null) {
            command.with("--budget", budget.toString());
        }
        if (strict) {
            command.with("--strict");
        }
        if (!reflectionLog.isEmpty()) {
            command.with("--reflection-log", reflectionLog.getSingleFile().getPath());
        }
        command.with(getArguments()).run();
    }
}
