package residua.maven;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;

/** Looks at the whole build, and writes {@code residua.toml}. A build without property files gets the rules for users of the JDK. */
@Mojo(name = "init", aggregator = true, requiresDirectInvocation = true, threadSafe = true)
public final class InitMojo extends AbstractResiduaMojo {
    @Override
    void run() throws MojoExecutionException, MojoFailureException {
        command(root()).with("init").with(arguments()).run();
    }
}
