package residua.maven;

import java.io.File;
import java.util.List;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import residua.command.Command;
import residua.command.CommandException;
import residua.command.Configuration;

/** The settings that all goals share. */
abstract class AbstractResiduaMojo extends AbstractMojo {
    /** The name or the path of the command {@code residua}. */
    @Parameter(property = "residua.executable", defaultValue = "residua")
    private String executable;

    /** Does nothing if it is true. */
    @Parameter(property = "residua.skip", defaultValue = "false")
    private boolean skip;

    /** The folder of the plan and the report. */
    @Parameter(property = "residua.out", defaultValue = "${project.build.directory}/residua")
    private File out;

    /**
     * Property files, and folders of them. Without it: the key {@code property} of {@code residua.toml}, or the folder
     * {@code properties} of the module or of the whole build.
     */
    @Parameter(property = "residua.properties")
    private List<File> properties;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("skipped: residua.skip is true");
            return;
        }
        try {
            run();
        } catch (CommandException failed) {
            if (failed.isObjection()) {
                throw new MojoFailureException(failed.getMessage(), failed);
            }
            throw new MojoExecutionException(failed.getMessage(), failed);
        }
    }

    /** Does the work of the goal. */
    abstract void run() throws CommandException;

    /** A command that runs in a folder. */
    final Command command(File folder) {
        return new Command(executable, folder, new BuildLog(getLog()));
    }

    /** A command that runs in the folder of the module, with the file {@code residua.toml} of the module or of the whole build. */
    final Command command(String name) {
        Command command = command(folder()).with(name);
        File configuration = configuration().file();
        return configuration == null ? command : command.with("--config", configuration.getPath());
    }

    /** The folder of the module. */
    final File folder() {
        return project.getBasedir();
    }

    /** The folder of the whole build. */
    final File root() {
        File root = session.getRequest().getMultiModuleProjectDirectory();
        return root == null ? folder() : root;
    }

    final MavenProject project() {
        return project;
    }

    final File out() {
        return out;
    }

    /** The words of a setting. */
    static List<String> words(List<String> arguments) {
        return arguments == null ? List.of() : arguments;
    }

    final Program program() {
        return new Program(project, session);
    }

    /** Whether the module has code at all. */
    final boolean hasCode() {
        return !"pom".equals(project.getPackaging()) && !program().classes().isEmpty();
    }

    private Configuration configuration() {
        return new Configuration(folder(), root());
    }

    /**
     * The property files that the build names itself: none if {@code residua.toml} does.
     *
     * @throws CommandException there are none at all
     */
    final List<String> properties() throws CommandException {
        return configuration().properties(properties == null ? List.of() : properties, "mvn residua:init");
    }
}
