package residua.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.gradle.api.GradleException;
import org.gradle.api.Project;
import org.gradle.api.internal.project.ProjectInternal;
import org.gradle.api.tasks.bundling.Jar;
import org.gradle.api.tasks.testing.Test;
import org.gradle.testfixtures.ProjectBuilder;
import org.junit.jupiter.api.io.TempDir;

/** The plugin with the Gradle that it is compiled against: its tasks, and what it does to the tasks of others. */
class ResiduaPluginTest {
    private static final Path SHARED = Path.of("../maven/src/shared").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private Project project(String... plugins) {
        Project project = ProjectBuilder.builder().withProjectDir(folder.toFile()).build();
        for (String plugin : plugins) {
            project.getPluginManager().apply(plugin);
        }
        return project;
    }

    private static ResiduaSettings settings(Project project) {
        return project.getExtensions().getByType(ResiduaSettings.class);
    }

    private static <T> T task(Project project, String name, Class<T> type) {
        return type.cast(project.getTasks().getByName(name));
    }

    private static void evaluate(Project project) {
        settings(project).setExecutable(System.getProperty("residua.executable"));
        end(project);
    }

    /** Does what follows the build script. Its evaluation would need a whole Gradle. */
    private static void end(Project project) {
        ((ProjectInternal) project).getProjectEvaluationBroadcaster().afterEvaluate(project, project.getState());
    }

    private void compile(String folderOfSources) throws IOException {
        List<String> words = new ArrayList<>(List.of("-d", folder.resolve("build/classes/java/main").toString()));
        for (String name : new String[] {"core", folderOfSources}) {
            try (Stream<Path> files = Files.walk(SHARED.resolve(name))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(file -> words.add(file.toString()));
            }
        }
        Path sources = Files.createDirectories(folder.resolve("src/main/java/app"));
        for (String file : words.subList(2, words.size())) {
            Files.copy(Path.of(file), sources.resolve(Path.of(file).getFileName()));
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(new String[0])));
        Path properties = Files.createDirectories(folder.resolve("properties"));
        Files.copy(Path.of("src/projects/violation/properties/session.yaml"), properties.resolve("session.yaml"));
    }

    @org.junit.jupiter.api.Test
    void itsTasksDoTheirWork() throws IOException {
        compile("client");
        Project project = project("java", "org.residua");
        evaluate(project);
        task(project, "residuaCheck", CheckTask.class).run();
        assertThrows(GradleException.class, () -> task(project, "residuaReport", ReportTask.class).run());
        task(project, "residuaAnalyze", AnalyzeTask.class).run();
        task(project, "residuaWeave", WeaveTask.class).run();
        task(project, "residuaReport", ReportTask.class).run();

        Path woven = folder.resolve("build/monitored/classes/app/Client.class");
        Path compiled = folder.resolve("build/classes/java/main/app/Client.class");
        assertNotEquals(Files.size(compiled), Files.size(woven));
        assertTrue(Files.isRegularFile(folder.resolve("build/residua/report.html")));
    }

    @org.junit.jupiter.api.Test
    void testsAndArchivesTakeTheWovenClasses() {
        Project project = project("org.residua", "java", "war");
        evaluate(project);
        Test test = task(project, "test", Test.class);
        Set<File> classPath = test.getClasspath().getFiles();
        File main = folder.resolve("build/classes/java/main").toFile();
        File woven = folder.resolve("build/monitored/classes").toFile();
        File wovenTests = folder.resolve("build/monitored/test-classes").toFile();
        assertTrue(classPath.contains(woven) && classPath.contains(wovenTests) && !classPath.contains(main), classPath.toString());
        assertEquals(Set.of(wovenTests), test.getTestClassesDirs().getFiles());
        assertEquals("fail", test.getSystemProperties().get("residua.report"));

        Object war = project.getTasks().getByName("war").property("classpath");
        Set<File> ofWar = project.files(war).getFiles();
        assertTrue(ofWar.contains(woven) && !ofWar.contains(main), ofWar.toString());
        for (String name : new String[] {"test", "jar", "war"}) {
            Set<String> before = project.getTasks().getByName(name).getTaskDependencies().getDependencies(null).stream()
                .map(org.gradle.api.Task::getName).collect(Collectors.toSet());
            assertTrue(before.contains("residuaWeave"), name + " after " + before);
        }
        Set<File> ofJar = task(project, "jar", Jar.class).getSource().getFiles();
        assertTrue(ofJar.stream().noneMatch(file -> file.toPath().startsWith(main.toPath())), ofJar.toString());
    }

    @org.junit.jupiter.api.Test
    void theSettingsLeaveTestsAndArchivesAlone() {
        Project project = project("java", "org.residua");
        settings(project).setReplaceClasses(false);
        evaluate(project);
        Test test = task(project, "test", Test.class);
        assertTrue(test.getClasspath().contains(folder.resolve("build/classes/java/main").toFile()));
        assertEquals(null, test.getSystemProperties().get("residua.report"));
    }

    @org.junit.jupiter.api.Test
    void testsMayReportAndPass() {
        Project project = project("java", "org.residua");
        settings(project).setFailTests(false);
        task(project, "test", Test.class).systemProperty("residua.severity", "error");
        evaluate(project);
        assertEquals(null, task(project, "test", Test.class).getSystemProperties().get("residua.report"));
    }

    @org.junit.jupiter.api.Test
    void aProjectWithoutJavaHasTheTaskForTheBuildAlone() {
        Project project = project("org.residua");
        evaluate(project);
        Set<String> names = project.getTasks().getNames().stream().filter(name -> name.startsWith("residua")).collect(Collectors.toSet());
        assertEquals(Set.of("residuaInit"), names);
    }

    @org.junit.jupiter.api.Test
    void aMissingCommandIsNamedWithItsRemedy() {
        Project project = project("java", "org.residua");
        settings(project).setExecutable("no-such-residua");
        end(project);
        GradleException failed = assertThrows(GradleException.class, () -> task(project, "residuaInit", InitTask.class).run());
        assertTrue(failed.getMessage().contains("`no-such-residua` cannot be run. Install residua"), failed.getMessage());
    }
}
