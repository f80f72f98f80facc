package residua.gradle;

import java.util.List;
import residua.command.CommandException;

/** Checks the property files, without a look at the program. */
public class CheckTask extends PropertiesTask {
    @Override
    void work() throws CommandException {
        List<String> properties = properties();
        if (properties.isEmpty()) {
            getLogger().info("`residua.toml` names the properties: the task `residuaAnalyze` checks them");
            return;
        }
        commandOfBuild("check").with(properties).with(getArguments()).run();
    }
}
