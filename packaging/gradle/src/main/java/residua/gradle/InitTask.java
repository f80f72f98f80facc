package residua.gradle;

import residua.command.CommandException;

/** Looks at the whole build, and writes {@code residua.toml}. A build without property files gets the rules for users of the JDK. */
public class InitTask extends ResiduaTask {
    @Override
    void work() throws CommandException {
        commandOfBuild("init").with(getArguments()).run();
    }
}
