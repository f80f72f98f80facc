package residua.maven;

import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import residua.command.CommandException;

/** Checks the property files, without a look at the program. */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VALIDATE, threadSafe = true)
public final class CheckMojo extends AbstractResiduaMojo {
    /** More options of {@code residua check}, one word each. */
    @Parameter(property = "residua.checkArguments")
    private List<String> checkArguments;

    @Override
    void run() throws CommandException {
        List<String> properties = properties();
        if (properties.isEmpty()) {
            getLog().info("`residua.toml` names the properties: `residua:analyze` checks them");
            return;
        }
        command(folder()).with("check").with(properties).with(words(checkArguments)).run();
    }
}
