package residua.gradle;

import java.util.ArrayList;
import java.util.List;

/**
 * The block {@code residua} of a build script. For example:
 *
 * <pre>
 * residua {
 *     budget = 10
 *     properties = ['rules/session.yaml']
 * }
 * </pre>
 */
public class ResiduaSettings {
    private String executable = "residua";
    private List<Object> properties = new ArrayList<>();
    private List<String> entries = new ArrayList<>();
    private Long budget;
    private boolean strict;
    private boolean failTests = true;
    private boolean replaceClasses = true;
    private Object reflectionLog;
    private boolean recordReflection;
    private List<String> arguments = new ArrayList<>();
    private List<String> weaveArguments = new ArrayList<>();
    private List<String> checkArguments = new ArrayList<>();

    /** The name or the path of the command {@code residua}. */
    public String getExecutable() {
        return executable;
    }

    public void setExecutable(String executable) {
        this.executable = executable;
    }

    /**
     * Property files, and folders of them. Without it: the key {@code property} of {@code residua.toml}, or the folder
     * {@code properties} of the project or of the whole build.
     */
    public List<Object> getProperties() {
        return properties;
    }

    public void setProperties(List<Object> properties) {
        this.properties = properties;
    }

    /** Where execution begins. Without it: the key {@code entry} of {@code residua.toml}, or each {@code main}. */
    public List<String> getEntries() {
        return entries;
    }

    public void setEntries(List<String> entries) {
        this.entries = entries;
    }

    /** Fails the build if more monitored calls remain; null for any number. */
    public Long getBudget() {
        return budget;
    }

    public void setBudget(Number budget) {
        this.budget = budget == null ? null : budget.longValue();
    }

    /** Whether results are refused that rest on an assumption which is not accepted. */
    public boolean isStrict() {
        return strict;
    }

    public void setStrict(boolean strict) {
        this.strict = strict;
    }

    /** Whether a violation fails the test that makes it. */
    public boolean isFailTests() {
        return failTests;
    }

    public void setFailTests(boolean failTests) {
        this.failTests = failTests;
    }

    /** Whether tests and archives take the woven classes. If not, only the folder is written. */
    public boolean isReplaceClasses() {
        return replaceClasses;
    }

    public void setReplaceClasses(boolean replaceClasses) {
        this.replaceClasses = replaceClasses;
    }

    /** The record of reflective calls that runs with {@link #isRecordReflection} have made; null for none. */
    public Object getReflectionLog() {
        return reflectionLog;
    }

    public void setReflectionLog(Object reflectionLog) {
        this.reflectionLog = reflectionLog;
    }

    /**
     * Whether the woven classes monitor nothing and record reflection: each reflective call adds its target to {@code reflection.log}
     * in the folder that tests run in.
     */
    public boolean isRecordReflection() {
        return recordReflection;
    }

    public void setRecordReflection(boolean recordReflection) {
        this.recordReflection = recordReflection;
    }

    /** More options of {@code residua analyze}, one word each. */
    public List<String> getArguments() {
        return arguments;
    }

    public void setArguments(List<String> arguments) {
        this.arguments = arguments;
    }

    /** More options of {@code residua weave}, one word each. */
    public List<String> getWeaveArguments() {
        return weaveArguments;
    }

    public void setWeaveArguments(List<String> weaveArguments) {
        this.weaveArguments = weaveArguments;
    }

    /** More options of {@code residua check}, one word each. */
    public List<String> getCheckArguments() {
        return checkArguments;
    }

    public void setCheckArguments(List<String> checkArguments) {
        this.checkArguments = checkArguments;
    }
}
