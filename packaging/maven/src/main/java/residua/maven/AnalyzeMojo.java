package residua.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import residua.command.Command;
import residua.command.CommandException;
import residua.command.TestClasses;

/**
 * Proves which monitored calls of the module, its tests and the modules below it can never matter. It writes the plan and
 * {@code report.html}.
 */
@Mojo(name = "analyze", defaultPhase = LifecyclePhase.PROCESS_TEST_CLASSES, requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
public final class AnalyzeMojo extends AbstractResiduaMojo {
    /** Where execution begins. Without it: the key {@code entry} of {@code residua.toml}, or each {@code main}. */
    @Parameter(property = "residua.entries")
    private List<String> entries;

    /** Fails the build if more monitored calls remain. */
    @Parameter(property = "residua.budget")
    private Long budget;

    /** Refuses results that rest on an assumption which is not accepted. */
    @Parameter(property = "residua.strict", defaultValue = "false")
    private boolean strict;

    /** The record of reflective calls that runs with {@code residua.recordReflection} have made. */
    @Parameter(property = "residua.reflectionLog")
    private File reflectionLog;

    /** More options of {@code residua analyze}, one word each. */
    @Parameter(property = "residua.arguments")
    private List<String> arguments;

    @Override
    void run() throws CommandException {
        if (!hasCode()) {
            getLog().info("this module has no classes");
            return;
        }
        Program program = program();
        List<String> classes = new ArrayList<>(program.classes());
        classes.addAll(program.testClasses());
        File listed = new File(out(), "tests");
        TestClasses.write(program.testClasses(), new File(listed, "tests.txt").toPath());
        List<String> resources = new ArrayList<>(program.resources());
        resources.add(listed.getPath());
        Command command = command("analyze").with("--out", out().getPath())
                .with("--source", program.sources())
                .with("--classes", classes)
                .with("--resources", resources)
                .with("--property", properties())
                .with("--entry", entries == null ? List.of() : entries)
                .with("--classpath", program.classPath(List.of()));
        if (budget != null) {
            command.with("--budget", budget.toString());
        }
        if (strict) {
            command.with("--strict");
        }
        if (reflectionLog != null) {
            command.with("--reflection-log", reflectionLog.getPath());
        }
        command.with(words(arguments)).run();
    }
}
