package driver;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;

import org.apache.tools.ant.BuildEvent;
import org.apache.tools.ant.BuildException;
import org.apache.tools.ant.BuildListener;
import org.apache.tools.ant.DynamicConfigurator;
import org.apache.tools.ant.Executor;
import org.apache.tools.ant.Main;
import org.apache.tools.ant.Project;
import org.apache.tools.ant.PropertyHelper;
import org.apache.tools.ant.Task;
import org.apache.tools.ant.TaskContainer;
import org.apache.tools.ant.filters.BaseParamFilterReader;
import org.apache.tools.ant.filters.ChainableReader;
import org.apache.tools.ant.input.InputHandler;
import org.apache.tools.ant.input.InputRequest;
import org.apache.tools.ant.taskdefs.condition.Condition;
import org.apache.tools.ant.types.DataType;
import org.apache.tools.ant.types.EnumeratedAttribute;
import org.apache.tools.ant.types.Parameter;
import org.apache.tools.ant.types.Path;
import org.apache.tools.ant.types.Resource;
import org.apache.tools.ant.types.ResourceCollection;
import org.apache.tools.ant.types.resources.StringResource;
import org.apache.tools.ant.types.selectors.BaseExtendSelector;
import org.apache.tools.ant.util.FileNameMapper;

/** Tasks, types and the like that build files name. */
public final class Extensions {
    private Extensions() {
    }

    /** A task with attributes of every kind, nested elements and text. */
    public static class Greet extends Task implements TaskContainer {
        /** The ways to greet. */
        public static final class Manner extends EnumeratedAttribute {
            @Override
            public String[] getValues() {
                return new String[] {"kind", "curt"};
            }
        }

        /** How loud. */
        public enum Volume { LOW, HIGH }

        /** Whom. */
        public static final class Person {
            private String name = "nobody";
            private final List<Person> friends = new ArrayList<>();

            public void setName(String name) {
                this.name = name;
            }

            public Person createFriend() {
                Person friend = new Person();
                friends.add(friend);
                return friend;
            }

            public void addText(String text) {
                name += text.strip();
            }

            @Override
            public String toString() {
                return name + friends;
            }
        }

        private final List<Person> people = new ArrayList<>();
        private final List<Condition> conditions = new ArrayList<>();
        private final List<Task> tasks = new ArrayList<>();
        private Manner manner = new Manner();
        private Volume volume = Volume.LOW;
        private int times = 1;
        private boolean isPolite;
        private File file;
        private Path path;
        private Class<?> type = Object.class;
        private char mark = '.';

        public void setManner(Manner manner) {
            this.manner = manner;
        }

        public void setVolume(Volume volume) {
            this.volume = volume;
        }

        public void setTimes(int times) {
            this.times = times;
        }

        public void setPolite(boolean polite) {
            isPolite = polite;
        }

        public void setFile(File file) {
            this.file = file;
        }

        public void setPath(Path path) {
            this.path = path;
        }

        public void setType(Class<?> type) {
            this.type = type;
        }

        public void setMark(char mark) {
            this.mark = mark;
        }

        public void addConfiguredPerson(Person person) {
            people.add(person);
        }

        public void add(Condition condition) {
            conditions.add(condition);
        }

        @Override
        public void addTask(Task task) {
            tasks.add(task);
        }

        @Override
        public void execute() {
            boolean holds = conditions.stream().allMatch(Condition::eval);
            for (int i = 0; i < times; i++) {
                log(manner.getValue() + manner.getIndex() + " " + volume + " " + people + " " + isPolite + " " + holds + mark);
            }
            log((file == null ? "-" : file.getName()) + " " + (path == null ? 0 : path.size()) + " " + type.getSimpleName());
            tasks.forEach(Task::perform);
        }
    }

    /** What is no task, made one by an adapter. */
    public static final class Plain implements Runnable {
        private Project project;
        private String text = "";

        public void setProject(Project project) {
            this.project = project;
        }

        public void setText(String text) {
            this.text = text;
        }

        public void execute() {
            run();
        }

        @Override
        public void run() {
            project.log("plain " + text);
        }
    }

    /** A task whose attributes and elements only it knows. */
    public static final class Anything extends Task implements DynamicConfigurator {
        private final StringBuilder seen = new StringBuilder();

        @Override
        public void setDynamicAttribute(String name, String value) {
            seen.append(name).append('=').append(value).append(' ');
        }

        @Override
        public Object createDynamicElement(String name) {
            seen.append('<').append(name).append("> ");
            return this;
        }

        @Override
        public void execute() {
            log(seen.toString());
        }
    }

    /** Whether a number is even. */
    public static final class Even implements Condition {
        private int number;

        public void setNumber(int number) {
            this.number = number;
        }

        @Override
        public boolean eval() {
            return number % 2 == 0;
        }
    }

    /** Selects files with short names. */
    public static final class ShortName extends BaseExtendSelector {
        @Override
        public boolean isSelected(File base, String name, File file) {
            for (Parameter parameter : getParameters()) {
                if (file.getName().length() > Integer.parseInt(parameter.getValue())) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Maps a name to its reverse. */
    public static final class Reverse implements FileNameMapper {
        @Override
        public void setFrom(String from) {
        }

        @Override
        public void setTo(String to) {
        }

        @Override
        public String[] mapFileName(String name) {
            return name == null ? null : new String[] {new StringBuilder(name).reverse().toString()};
        }
    }

    /** Makes vowels upper case. */
    public static final class Vowels extends BaseParamFilterReader implements ChainableReader {
        public Vowels() {
        }

        public Vowels(Reader in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int c = in.read();
            return "aeiou".indexOf(c) >= 0 ? Character.toUpperCase(c) : c;
        }

        @Override
        public Reader chain(Reader in) {
            Vowels vowels = new Vowels(in);
            vowels.setInitialized(true);
            return vowels;
        }
    }

    /** Resources of which there are as many as wanted. */
    public static final class Numbers extends DataType implements ResourceCollection {
        private int upTo = 3;

        public void setUpTo(int upTo) {
            this.upTo = upTo;
        }

        @Override
        public Iterator<Resource> iterator() {
            List<Resource> all = new ArrayList<>();
            for (int i = 0; i < upTo; i++) {
                all.add(new StringResource(getProject(), "n" + i));
            }
            return all.iterator();
        }

        @Override
        public int size() {
            return upTo;
        }

        @Override
        public boolean isFilesystemOnly() {
            return false;
        }
    }

    /** Properties that are computed. */
    public static final class Doubling implements PropertyHelper.PropertyEvaluator {
        @Override
        public Object evaluate(String property, PropertyHelper helper) {
            return property.startsWith("twice:") ? property.substring(6) + property.substring(6) : null;
        }
    }

    /** Answers questions of builds. */
    public static final class Answers implements InputHandler {
        @Override
        public void handleInput(InputRequest request) {
            String preset = request.getDefaultValue();
            request.setInput(preset != null ? preset : "yes");
            if (!request.isInputValid()) {
                throw new BuildException("no answer to " + request.getPrompt());
            }
        }
    }

    /** Runs targets backwards. */
    public static final class Backwards implements Executor {
        @Override
        public void executeTargets(Project project, String[] targets) {
            for (int i = targets.length - 1; i >= 0; i--) {
                project.executeTarget(targets[i]);
            }
        }

        @Override
        public Executor getSubProjectExecutor() {
            return this;
        }
    }

    /** Counts events. */
    public static final class Counting implements BuildListener {
        private int events;

        @Override
        public void buildStarted(BuildEvent event) {
            events++;
        }

        @Override
        public void buildFinished(BuildEvent event) {
            event.getProject().log("events: " + (events > 0));
        }

        @Override
        public void targetStarted(BuildEvent event) {
            events++;
        }

        @Override
        public void targetFinished(BuildEvent event) {
            events++;
        }

        @Override
        public void taskStarted(BuildEvent event) {
            events++;
        }

        @Override
        public void taskFinished(BuildEvent event) {
            events++;
        }

        @Override
        public void messageLogged(BuildEvent event) {
            events++;
        }
    }

    /** The command line, which gives its code instead of ending the virtual machine. */
    public static final class Command extends Main {
        private int code = -1;

        static int run(String... arguments) {
            Command command = new Command();
            command.startAnt(arguments, new Properties(), null);
            return command.code;
        }

        @Override
        protected void exit(int code) {
            this.code = code;
        }
    }

    /** A program that a build runs in its own process. */
    public static final class App {
        public static void main(String[] arguments) {
            System.out.println("app " + String.join("+", arguments) + " " + System.getProperty("given"));
        }
    }
}
