package residua.gradle;

import java.io.File;
import java.util.List;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Nested;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import residua.command.Command;
import residua.command.CommandException;

/** Weaves the monitors that are left into copies of the classes. The classes that the compilers made stay as they are. */
public class WeaveTask extends ResiduaTask {
    private FileCollection plan;
    private Code code;
    private File output;
    private File testOutput;
    private boolean recordReflection;

    /** The file {@code plan.json}, if there is one. */
    @InputFiles
    @PathSensitive(PathSensitivity.NONE)
    public FileCollection getPlan() {
        return plan;
    }

    public void setPlan(FileCollection plan) {
        this.plan = plan;
    }

    @Nested
    public Code getCode() {
        return code;
    }

    public void setCode(Code code) {
        this.code = code;
    }

    /** The folder of woven classes. */
    @OutputDirectory
    public File getOutput() {
        return output;
    }

    public void setOutput(File output) {
        this.output = output;
    }

    /** The folder of the woven classes of tests. */
    @OutputDirectory
    public File getTestOutput() {
        return testOutput;
    }

    public void setTestOutput(File testOutput) {
        this.testOutput = testOutput;
    }

    /** Whether the classes record their reflection, and nothing else. */
    @Input
    public boolean isRecordReflection() {
        return recordReflection;
    }

    public void setRecordReflection(boolean recordReflection) {
        this.recordReflection = recordReflection;
    }

    @Override
    void work() throws CommandException {
        File file = plan.getSingleFile();
        if (file.isFile()) {
            weave(file, code.getClasses(), code.getTestClasses(), output);
            weave(file, code.getTestClasses(), code.getClasses(), testOutput);
        }
    }

    /** Weaves a part of the program. Properties name classes of the {@code others}, too. */
    private void weave(File file, FileCollection from, FileCollection others, File to) throws CommandException {
        List<String> folders = Code.folders(from);
        if (!folders.isEmpty()) {
            Command command = command("weave");
            if (recordReflection) {
                command.with("--record-reflection");
            } else {
                command.with("--plan", file.getPath());
            }
            command.with("--classes", folders)
                    .with("--output", to.getPath())
                    .with("--classpath", code.classPath(Code.folders(others)))
                    .with(getArguments())
                    .run();
        }
    }
}
