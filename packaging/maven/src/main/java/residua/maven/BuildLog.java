package residua.maven;

import residua.command.Log;

/** The log of a build of Maven. */
final class BuildLog implements Log {
    private final org.apache.maven.plugin.logging.Log log;

    BuildLog(org.apache.maven.plugin.logging.Log log) {
        this.log = log;
    }

    @Override
    public void debug(String line) {
        log.debug(line);
    }

    @Override
    public void info(String line) {
        log.info(line);
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
