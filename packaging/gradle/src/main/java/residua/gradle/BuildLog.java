package residua.gradle;

import org.gradle.api.logging.Logger;
import residua.command.Log;

/** The log of a build of Gradle. Results are shown as those of other tasks that report. */
final class BuildLog implements Log {
    private final Logger log;

    BuildLog(Logger log) {
        this.log = log;
    }

    @Override
    public void debug(String line) {
        log.debug(line);
    }

    @Override
    public void info(String line) {
        log.lifecycle(line);
    }

    @Override
    public void warn(String line) {
        log.warn(line);
    }

    @Override
    public void error(String line) {
        log.error(line);
    }
}
