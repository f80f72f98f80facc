package residua.gradle;

import java.util.List;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import residua.command.CommandException;

/** A run that reads property files. */
public abstract class PropertiesTask extends ResiduaTask {
    private FileCollection named;
    private FileCollection inBuild;

    /** The property files of the build script. */
    @InputFiles
    @Optional
    @PathSensitive(PathSensitivity.RELATIVE)
    public FileCollection getNamed() {
        return named;
    }

    public void setNamed(FileCollection named) {
        this.named = named;
    }

    /** The configuration and the property files that are found without being named. */
    @InputFiles
    @Optional
    @PathSensitive(PathSensitivity.RELATIVE)
    public FileCollection getInBuild() {
        return inBuild;
    }

    public void setInBuild(FileCollection inBuild) {
        this.inBuild = inBuild;
    }

    final List<String> properties() throws CommandException {
        return configuration().properties(named, "gradle residuaInit");
    }
}
