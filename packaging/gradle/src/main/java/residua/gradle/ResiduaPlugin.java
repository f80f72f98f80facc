package residua.gradle;

import java.io.File;
import java.util.concurrent.Callable;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.api.file.FileCollection;
import org.gradle.api.plugins.JavaPlugin;
import org.gradle.api.tasks.bundling.Jar;
import org.gradle.api.tasks.testing.Test;
import org.gradle.language.base.plugins.LifecycleBasePlugin;

/**
 * The plugin {@code org.residua}. It adds the tasks {@code residuaInit}, {@code residuaCheck}, {@code residuaAnalyze},
 * {@code residuaWeave} and {@code residuaReport} to a project with Java classes, and gives the woven classes to tests and archives.
 */
public final class ResiduaPlugin implements Plugin<Project> {
    private static final String GROUP = "residua";

    @Override
    public void apply(Project project) {
        ResiduaSettings settings = project.getExtensions().create("residua", ResiduaSettings.class);
        InitTask init = add(project, "residuaInit", InitTask.class, "Writes residua.toml for the whole build.");
        project.afterEvaluate(evaluated -> configure(evaluated, settings, init));
        project.getPlugins().withType(JavaPlugin.class, java -> addTasks(project, settings));
    }

    private static void addTasks(Project project, ResiduaSettings settings) {
        Program program = new Program(project);
        CheckTask check = add(project, "residuaCheck", CheckTask.class, "Checks property files.");
        AnalyzeTask analyze = add(project, "residuaAnalyze", AnalyzeTask.class, "Writes the plan of the monitors, and report.html.");
        WeaveTask weave = add(project, "residuaWeave", WeaveTask.class, "Weaves the monitors into copies of the classes.");
        ReportTask report = add(project, "residuaReport", ReportTask.class, "Prints the address of the report.");

        File out = new File(project.getBuildDir(), "residua");
        analyze.setSources(program.sources());
        analyze.setResources(program.resources());
        analyze.setCode(program.code());
        analyze.setOut(out);
        analyze.dependsOn(JavaPlugin.CLASSES_TASK_NAME, JavaPlugin.TEST_CLASSES_TASK_NAME, program.classPath());

        File monitored = new File(project.getBuildDir(), "monitored");
        weave.setPlan(project.files(new File(out, "plan.json")));
        weave.setCode(program.code());
        weave.setOutput(new File(monitored, "classes"));
        weave.setTestOutput(new File(monitored, "test-classes"));
        weave.dependsOn(analyze);
        report.setReport(new File(out, "report.html"));
        project.getTasks().getByName(LifecycleBasePlugin.CHECK_TASK_NAME).dependsOn(check);

        project.afterEvaluate(evaluated -> {
            for (PropertiesTask task : new PropertiesTask[] {check, analyze}) {
                task.setNamed(project.files(settings.getProperties()));
                task.setInBuild(inBuild(project));
                configure(project, settings, task);
            }
            configure(project, settings, weave);
            configure(project, settings, report);
            analyze.setEntries(settings.getEntries());
            analyze.setBudget(settings.getBudget());
            analyze.setStrict(settings.isStrict());
            Object log = settings.getReflectionLog();
            analyze.setReflectionLog(log == null ? project.files() : project.files(log));
            weave.setRecordReflection(settings.isRecordReflection());
            analyze.setArguments(settings.getArguments());
            weave.setArguments(settings.getWeaveArguments());
            check.setArguments(settings.getCheckArguments());
            if (settings.isReplaceClasses()) {
                replaceClasses(project, weave);
                if (settings.isFailTests()) {
                    failTests(project);
                }
            }
        });
    }

    private static <T extends Task> T add(Project project, String name, Class<T> type, String description) {
        T task = project.getTasks().create(name, type);
        task.setGroup(GROUP);
        task.setDescription(description);
        return task;
    }

    private static void configure(Project project, ResiduaSettings settings, ResiduaTask task) {
        Object executable = project.findProperty("residua.executable");
        task.setExecutable(executable != null ? executable.toString() : settings.getExecutable());
        task.setFolder(project.getProjectDir());
        task.setRoot(project.getRootDir());
    }

    private static FileCollection inBuild(Project project) {
        File folder = project.getProjectDir();
        File root = project.getRootDir();
        return project.files(new File(folder, "residua.toml"), new File(root, "residua.toml"))
                .plus(project.fileTree(new File(folder, "properties")))
                .plus(project.fileTree(new File(root, "properties")));
    }

    private static void replaceClasses(Project project, WeaveTask weave) {
        ClassReplacement replacement = new ClassReplacement(weave.getCode(), weave.getOutput(), weave.getTestOutput());
        for (Test test : project.getTasks().withType(Test.class)) {
            test.setTestClassesDirs(replaced(project, replacement, weave, test.getTestClassesDirs()));
            test.setClasspath(replaced(project, replacement, weave, test.getClasspath()));
            test.dependsOn(weave);
        }
        for (Jar jar : project.getTasks().withType(Jar.class)) {
            if (jar.getName().equals(JavaPlugin.JAR_TASK_NAME)) {
                jar.exclude(replacement.isReplaced());
                jar.from(weave.getOutput());
                jar.dependsOn(weave);
            } else {
                replaceClassPath(project, replacement, weave, jar);
            }
        }
    }

    /** War files and archives of Spring Boot have a class path: the classes of the project are the first in it. */
    private static void replaceClassPath(Project project, ClassReplacement replacement, WeaveTask weave, Jar archive) {
        Object classPath = archive.hasProperty("classpath") ? archive.property("classpath") : null;
        if (classPath instanceof FileCollection) {
            archive.setProperty("classpath", replaced(project, replacement, weave, (FileCollection) classPath));
            archive.dependsOn(weave);
        }
    }

    private static FileCollection replaced(
            Project project, ClassReplacement replacement, WeaveTask weave, FileCollection classPath) {
        Callable<?> files = replacement.in(classPath);
        return project.files(files).builtBy(classPath.getBuildDependencies(), weave);
    }

    private static void failTests(Project project) {
        for (Test test : project.getTasks().withType(Test.class)) {
            test.getSystemProperties().putIfAbsent("residua.report", "fail");
        }
    }
}
