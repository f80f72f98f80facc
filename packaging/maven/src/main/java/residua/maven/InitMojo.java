package residua.maven;

import java.util.List;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import residua.command.CommandException;

/** Looks at the whole build, and writes {@code residua.toml}. A build without property files gets the rules for users of the JDK. */
@Mojo(name = "init", aggregator = true, requiresDirectInvocation = true, threadSafe = true)
public final class InitMojo extends AbstractResiduaMojo {
    /** More options of {@code residua init}, one word each. */
    @Parameter(property = "residua.initArguments")
    private List<String> initArguments;

    @Override
    void run() throws CommandException {
        command(root()).with("init").with(words(initArguments)).run();
    }
}
