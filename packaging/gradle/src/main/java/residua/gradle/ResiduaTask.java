package residua.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import residua.command.Command;
import residua.command.CommandException;
import residua.command.Configuration;

/** A run of the command {@code residua}. It holds all that it needs, and no project, so that Gradle can keep it from build to build. */
public abstract class ResiduaTask extends DefaultTask {
    private String executable;
    private List<String> arguments = new ArrayList<>();
    private File folder;
    private File root;

    /** The name or the path of the command. */
    @Input
    public String getExecutable() {
        return executable;
    }

    public void setExecutable(String executable) {
        this.executable = executable;
    }

    /** More options of the command. */
    @Input
    public List<String> getArguments() {
        return arguments;
    }

    public void setArguments(List<String> arguments) {
        this.arguments = arguments;
    }

    /** The folder of the project. */
    @Internal
    public File getFolder() {
        return folder;
    }

    public void setFolder(File folder) {
        this.folder = folder;
    }

    /** The folder of the whole build. */
    @Internal
    public File getRoot() {
        return root;
    }

    public void setRoot(File root) {
        this.root = root;
    }

    /** Runs the command. */
    @TaskAction
    public final void run() {
        try {
            work();
        } catch (CommandException failed) {
            throw new GradleException(failed.getMessage(), failed);
        }
    }

    /** Does the work of the task. */
    abstract void work() throws CommandException;

    /** A command that runs in the folder of the whole build. */
    final Command commandOfBuild(String name) {
        return new Command(executable, root, new BuildLog(getLogger())).with(name);
    }

    /** A command that runs in the folder of the project, with the file {@code residua.toml} of the project or of the whole build. */
    final Command command(String name) {
        Command command = new Command(executable, folder, new BuildLog(getLogger())).with(name);
        File file = configuration().file();
        return file == null ? command : command.with("--config", file.getPath());
    }

    final Configuration configuration() {
        return new Configuration(folder, root);
    }
}
