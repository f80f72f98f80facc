package residua.maven;

import java.io.File;
import java.util.List;
import java.util.Properties;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import residua.command.Command;
import residua.command.CommandException;

/**
 * Weaves the monitors that are left into copies of the classes. Tests, jars, wars and Spring Boot jars of this build have the
 * copies. The classes that the compiler made stay as they are.
 */
@Mojo(name = "weave", defaultPhase = LifecyclePhase.PROCESS_TEST_CLASSES, requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
public final class WeaveMojo extends AbstractResiduaMojo {
    /** The folder of woven classes. */
    @Parameter(property = "residua.monitored", defaultValue = "${project.build.directory}/monitored")
    private File monitored;

    /** Whether a violation fails the test that makes it. */
    @Parameter(property = "residua.failTests", defaultValue = "true")
    private boolean failTests;

    /** Whether the rest of the build takes the woven classes. If not, only the folder is written. */
    @Parameter(property = "residua.replaceClasses", defaultValue = "true")
    private boolean replaceClasses;

    /**
     * Whether the woven classes monitor nothing and record reflection: each reflective call adds its target to {@code reflection.log}
     * in the folder that tests run in.
     */
    @Parameter(property = "residua.recordReflection", defaultValue = "false")
    private boolean recordReflection;

    /** More options of {@code residua weave}, one word each. */
    @Parameter(property = "residua.weaveArguments")
    private List<String> weaveArguments;

    @Override
    void run() throws CommandException {
        if (!hasCode()) {
            return;
        }
        Program program = program();
        File classes = new File(monitored, "classes");
        File testClasses = new File(monitored, "test-classes");
        weave(program, program.classes(), program.testClasses(), classes);
        if (!program.testClasses().isEmpty()) {
            weave(program, program.testClasses(), program.classes(), testClasses);
        }
        if (replaceClasses) {
            program.use(classes, testClasses);
            if (failTests) {
                failTests();
            }
        }
    }

    /** Weaves a part of the program. Properties name classes of the {@code others}, too. */
    private void weave(Program program, List<String> classes, List<String> others, File output) throws CommandException {
        Command command = command("weave");
        if (recordReflection) {
            command.with("--record-reflection");
        } else {
            command.with("--plan", new File(out(), "plan.json").getPath());
        }
        command.with("--classes", classes)
                .with("--output", output.getPath())
                .with("--classpath", program.classPath(others))
                .with(words(weaveArguments))
                .run();
    }

    /** Surefire and Failsafe read the property {@code argLine}, as other plugins that change the virtual machine of tests expect. */
    private void failTests() {
        Properties properties = project().getProperties();
        String before = properties.getProperty("argLine", "");
        if (!before.contains("-Dresidua.report=")) {
            properties.setProperty("argLine", ("-Dresidua.report=fail " + before).trim());
        }
    }
}
