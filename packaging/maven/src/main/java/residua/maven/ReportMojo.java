package residua.maven;

import java.io.File;
import org.apache.maven.plugins.annotations.Mojo;
import residua.command.CommandException;

/** Prints the address of the report of the last analysis. */
@Mojo(name = "report", threadSafe = true)
public final class ReportMojo extends AbstractResiduaMojo {
    @Override
    void run() throws CommandException {
        File report = new File(out(), "report.html");
        if (report.isFile()) {
            getLog().info("the report: " + report.toURI());
        } else if (!"pom".equals(project().getPackaging())) {
            throw new CommandException("`" + report + "` does not exist. Run `mvn verify` with the goal `residua:analyze`, or"
                    + " `mvn test-compile residua:analyze`");
        }
    }
}
