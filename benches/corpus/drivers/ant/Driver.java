package driver;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import javax.imageio.ImageIO;

import org.apache.tools.ant.BuildLogger;
import org.apache.tools.ant.Diagnostics;
import org.apache.tools.ant.NoBannerLogger;
import org.apache.tools.ant.Project;
import org.apache.tools.ant.Task;
import org.apache.tools.ant.helper.ProjectHelperImpl;
import org.apache.tools.ant.taskdefs.Copy;
import org.apache.tools.ant.taskdefs.Delete;
import org.apache.tools.ant.taskdefs.Mkdir;
import org.apache.tools.ant.taskdefs.Zip;
import org.apache.tools.ant.types.FileSet;
import org.apache.tools.ant.types.PatternSet;
import org.apache.tools.ant.util.FileUtils;

/** Runs build files: one after the other, several at a time, by the command line, and tasks without a build file. */
public final class Driver {
    private static final String[] LOGGERS = {
        "org.apache.tools.ant.XmlLogger", "org.apache.tools.ant.NoBannerLogger", "org.apache.tools.ant.listener.AnsiColorLogger",
        "org.apache.tools.ant.listener.BigProjectLogger", "org.apache.tools.ant.listener.ProfileLogger",
        "org.apache.tools.ant.listener.TimestampedLogger", "org.apache.tools.ant.listener.SilentLogger",
    };

    private final Path folder;

    private Driver(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("ant-driver").toRealPath();
        try {
            new Driver(folder).run();
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
        System.out.println("left: " + Files.exists(folder));
    }

    private void run() throws Exception {
        Map<String, String> builds = new TreeMap<>();
        builds.putAll(FileBuilds.BUILDS);
        builds.putAll(ResourceBuilds.BUILDS);
        builds.putAll(OutsideBuilds.BUILDS);
        builds.putAll(LanguageBuilds.BUILDS);
        builds.putAll(CodeBuilds.BUILDS);
        for (Map.Entry<String, String> build : builds.entrySet()) {
            Path file = folder.resolve(build.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, build.getValue());
        }
        for (String name : List.of("files.xml", "archives.xml", "resources.xml", "filters.xml", "language.xml", "code.xml")) {
            print(name, new Build(folder, name, Files.createDirectories(folder.resolve(name.replace(".xml", "")))).alone());
        }
        outside();
        together();
        byHand();
        oldHelper();
        print("utilities", new Utilities(folder).all());
        commandLines();
        failures();
    }

    private static void print(String name, List<String> lines) {
        System.out.println("== " + name);
        lines.forEach(System.out::println);
    }

    /** Builds what needs servers, and goes on where tools are missing. */
    private void outside() throws IOException {
        BufferedImage picture = new BufferedImage(20, 30, BufferedImage.TYPE_INT_RGB);
        picture.setRGB(3, 4, 0xff8000);
        ImageIO.write(picture, "png", folder.resolve("picture.png").toFile());
        try (Services services = new Services()) {
            print("outside.xml", new Build(folder, "outside.xml", Files.createDirectories(folder.resolve("outside"))).goingOn().alone());
            System.out.println("mails: " + services.received());
        }
    }

    /** Reads a build file as versions before 1.6 did. */
    private void oldHelper() {
        Project project = new Project();
        Told told = new Told(folder.toString());
        project.addBuildListener(told);
        project.init();
        File file = folder.resolve("command.xml").toFile();
        new ProjectHelperImpl().parse(project, file);
        project.executeTarget("second");
        project.log("targets " + new TreeSet<>(project.getTargets().keySet()));
        print("old helper", told.lines());
    }

    /** Builds the same project several times at once, each in a folder of its own. */
    private void together() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Callable<List<String>>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Path base = Files.createDirectories(folder.resolve("together" + i));
            String name = i % 2 == 0 ? "files.xml" : "filters.xml";
            tasks.add(() -> new Build(folder, name, base).run());
        }
        for (Future<List<String>> result : pool.invokeAll(tasks)) {
            List<String> lines = result.get();
            System.out.println("together: " + lines.size() + " " + lines.get(lines.size() - 1));
        }
        pool.shutdown();
    }

    /** Tasks that no build file names, as programs use them that have Ant as a library. */
    private void byHand() throws IOException {
        Project project = new Project();
        project.setName("by hand");
        project.init();
        project.setBaseDir(folder.toFile());
        BuildLogger logger = new NoBannerLogger();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        logger.setOutputPrintStream(new PrintStream(out, true));
        logger.setErrorPrintStream(new PrintStream(out, true));
        logger.setMessageOutputLevel(Project.MSG_INFO);
        project.addBuildListener(logger);
        File target = folder.resolve("by-hand/deep").toFile();
        Mkdir mkdir = task(project, new Mkdir());
        mkdir.setDir(target);
        mkdir.execute();
        Copy copy = task(project, new Copy());
        copy.setTodir(target);
        FileSet files = new FileSet();
        files.setDir(folder.toFile());
        PatternSet.NameEntry include = files.createInclude();
        include.setName("*.xml");
        copy.addFileset(files);
        copy.execute();
        Zip zip = task(project, new Zip());
        zip.setDestFile(folder.resolve("by-hand/all.zip").toFile());
        zip.setBasedir(target);
        zip.execute();
        System.out.println("by hand: " + (zip.getLocation() != null) + " " + FileUtils.getFileUtils().isUpToDate(target, folder.toFile()));
        Delete delete = task(project, new Delete());
        delete.setDir(folder.resolve("by-hand").toFile());
        delete.execute();
        System.out.println(new Told(folder.toString()).plain(out.toString()));
    }

    private static <T extends Task> T task(Project project, T task) {
        task.setProject(project);
        task.setTaskName(task.getClass().getSimpleName());
        task.init();
        return task;
    }

    private void commandLines() throws IOException {
        String file = folder.resolve("command.xml").toString();
        commandLine("-f", file, "-projecthelp");
        commandLine("-f", file, "-p", "-v");
        commandLine("-version");
        commandLine("-help");
        commandLine("-q", "-f", file, "-Dsaid=by the command line", "first", "second");
        commandLine("-k", "-f", file, "fails", "second");
        commandLine("-f", file, "-emacs", "-noinput", "-propertyfile", folder.resolve("command.properties").toString(), "more");
        commandLine("-f", file, "-inputhandler", "org.apache.tools.ant.input.PropertyFileInputHandler", "missing");
        commandLine("-f", folder.resolve("nowhere.xml").toString());
        commandLine("-unknown");
        for (String executor : List.of("org.apache.tools.ant.helper.IgnoreDependenciesExecutor", "org.apache.tools.ant.helper.SingleCheckExecutor", "driver.Extensions$Backwards")) {
            commandLine("-q", "-f", file, "-Dant.executor.class=" + executor, "second", "more");
        }
        for (String logger : LOGGERS) {
            String log = folder.resolve(logger + ".log").toString();
            commandLine("-f", file, "-logger", logger, "-logfile", log, "-listener", "org.apache.tools.ant.listener.CommonsLoggingListener");
            System.out.println(logger + " " + (Files.size(Path.of(log)) > 0));
        }
        commandLine("-f", file, "-debug", "-listener", "driver.Extensions$Counting", "first");
        Diagnostics.doReport(new PrintStream(new ByteArrayOutputStream()));
    }

    /** Runs the command line, which would end the virtual machine, and says how many lines it wrote. */
    private void commandLine(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream to = new PrintStream(said, true);
        System.setOut(to);
        System.setErr(to);
        int code = -1;
        try {
            code = Extensions.Command.run(arguments);
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        List<String> lines = new Told(folder.toString()).plain(said.toString()).lines().filter(line -> !line.contains(" seconds")).toList();
        boolean isNoisy = List.of(arguments).contains("-debug") || List.of(arguments).contains("-v") || List.of(arguments).contains("-listener");
        System.out.println(String.join(" ", arguments).replace(folder.toString(), "") + ": " + code + (isNoisy ? "" : " " + lines));
    }

    /** Build files that are wrong. */
    private void failures() throws IOException {
        int number = 0;
        for (String wrong : LanguageBuilds.WRONG) {
            Path file = folder.resolve("wrong" + number++ + ".xml");
            Files.writeString(file, wrong);
            print(file.getFileName().toString(), new Build(folder, file.getFileName().toString(), folder).run());
        }
    }
}
