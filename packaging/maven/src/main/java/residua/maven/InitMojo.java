package residua.maven;

import org.apache.maven.plugins.annotations.Mojo;
import residua.command.CommandException;

/** Looks at the whole build, and writes {@code residua.toml}. A build without property files gets the rules for users of the JDK. */
@Mojo(name = "init", aggregator = true, requiresDirectInvocation = true, threadSafe = true)
public final class InitMojo extends AbstractResiduaMojo {
    @Override
    void run() throws CommandException {
        command(root()).with("init").with(arguments()).run();
    }
}
