package residua.gradle;

import java.io.File;
import org.gradle.api.tasks.Internal;
import residua.command.CommandException;

/** Prints the address of the report of the last analysis. */
public class ReportTask extends ResiduaTask {
    private File report;

    @Internal
    public File getReport() {
        return report;
    }

    public void setReport(File report) {
        this.report = report;
    }

    @Override
    void work() throws CommandException {
        if (!report.isFile()) {
            throw new CommandException("`" + report + "` does not exist. Run `gradle residuaAnalyze`");
        }
        getLogger().lifecycle("the report: " + report.toURI());
    }
}
