package residua.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds the projects in src/projects with the Gradle of this machine. Without one, these tests are left out. */
class RealGradleTest {
    private static final String GRADLE = System.getProperty("residua.gradle", "gradle");
    private static final Path PROJECTS = Path.of("src/projects").toAbsolutePath();
    private static final Path SHARED = Path.of("../maven/src/shared").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    @BeforeAll
    static void thereIsGradle() {
        boolean isThere;
        try {
            isThere = new ProcessBuilder(GRADLE, "--version").redirectErrorStream(true).start().getInputStream().readAllBytes().length > 0;
        } catch (IOException missing) {
            isThere = false;
        }
        assumeTrue(isThere, "there is no command `gradle`");
    }

    /** A build that has ended. */
    private static final class Build {
        final int status;
        final String log;

        Build(int status, String log) {
            this.status = status;
            this.log = log;
        }

        void assertHas(String text) {
            assertTrue(log.contains(text), () -> "no `" + text + "` in\n" + log);
        }
    }

    private void copy(String project) throws IOException {
        Path from = PROJECTS.resolve(project);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path to = folder.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(file, to);
                }
            }
        }
    }

    private static String pathOf(String... parts) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(path -> Stream.of(parts).anyMatch(path::contains))
            .collect(Collectors.joining(File.pathSeparator));
    }

    private Build gradle(String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of(GRADLE, "--offline", "--console=plain", "-Dorg.gradle.daemon.idletimeout=30000"));
        words.add("-Pplugin=" + Path.of("target/classes").toAbsolutePath() + File.pathSeparator + pathOf("residua-command", "command/target"));
        words.add("-Pshared=" + SHARED);
        words.add("-Pjunit=" + pathOf("/junit-4", "hamcrest-core"));
        words.add("-Presidua.executable=" + System.getProperty("residua.executable"));
        words.addAll(List.of(arguments));
        Process process = new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
        String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Build(process.waitFor(), log);
    }

    private Set<String> classesIn(String jar) throws IOException {
        try (ZipFile file = new ZipFile(folder.resolve(jar).toFile())) {
            List<String> names = file.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")).collect(Collectors.toList());
            Set<String> all = new TreeSet<>(names);
            assertEquals(names.size(), all.size(), "classes stand twice in the jar");
            return all;
        }
    }

    private byte[] read(String file) {
        try {
            return Files.readAllBytes(folder.resolve(file));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    @Test
    void aViolationFailsItsTest() throws Exception {
        copy("violation");
        Build build = gradle("check");
        assertNotEquals(0, build.status, build.log);
        build.assertHas("app.ClientTest > greets FAILED");
        build.assertHas("residua.runtime.ViolationError");
        String results = new String(read("build/test-results/test/TEST-app.ClientTest.xml"), StandardCharsets.UTF_8);
        assertTrue(results.contains("violation of lifecycle in early by send at app/Client.java:9"), results);
        assertTrue(results.contains("open the session before you send"), results);
    }

    @Test
    void callsOfTestsAreMonitoredWithTheClassesOfTheProgram() throws Exception {
        copy("violation");
        Files.writeString(
            folder.resolve("src/test/java/app/SessionTest.java"),
            "package app;\n\npublic class SessionTest {\n    @org.junit.Test\n    public void sends() {\n        new Session().send(1);\n    }\n}\n");
        Build build = gradle("check", "-Pcareful=true");
        assertNotEquals(0, build.status, build.log);
        build.assertHas("app.SessionTest > sends FAILED");
        String results = new String(read("build/test-results/test/TEST-app.SessionTest.xml"), StandardCharsets.UTF_8);
        assertTrue(results.contains("violation of lifecycle in early by send at app/SessionTest.java:6"), results);
    }

    @Test
    void aBuildWithoutViolationsHasWovenClassesInItsJar() throws Exception {
        copy("violation");
        Build build = gradle("build", "-Pcareful=true");
        assertEquals(0, build.status, build.log);
        build.assertHas("wrote ");
        Set<String> classes = classesIn("build/libs/violation.jar");
        assertTrue(classes.contains("app/Client.class") && classes.contains("residua/runtime/Reports.class"), classes.toString());
        assertTrue(Files.isRegularFile(folder.resolve("build/residua/report.html")));

        Build again = gradle("build", "-Pcareful=true");
        assertEquals(0, again.status, again.log);
        again.assertHas(":residuaAnalyze UP-TO-DATE");
        again.assertHas(":residuaWeave UP-TO-DATE");
        again.assertHas(":jar UP-TO-DATE");

        Build report = gradle("residuaReport");
        report.assertHas("the report: file:");
    }

    @Test
    void projectsAreAnalyzedWithThoseThatTheyDependOn() throws Exception {
        copy("modules");
        assertFalse(Files.exists(folder.resolve("core")), "this project has its sources elsewhere, and no folder before it is built");
        Build build = gradle("build");
        assertNotEquals(0, build.status, build.log);
        build.assertHas("app.ClientTest > greets FAILED");

        Build passing = gradle("build", "-Pcareful=true");
        assertEquals(0, passing.status, passing.log);
        assertTrue(classesIn("client/build/libs/client.jar").contains("app/Session.class"));
        assertTrue(classesIn("core/build/libs/core.jar").contains("residua/runtime/Reports.class"));
    }

    @Test
    void theClassesOfTheCompilerStayAsTheyAre() throws Exception {
        copy("violation");
        assertEquals(0, gradle("classes").status);
        byte[] before = read("build/classes/java/main/app/Client.class");
        assertEquals(0, gradle("build", "-Pcareful=true").status);
        assertEquals(before.length, read("build/classes/java/main/app/Client.class").length);
        assertNotEquals(before.length, read("build/monitored/classes/app/Client.class").length);
    }

    @Test
    void withoutPropertiesTheBuildNamesTheRemedy() throws Exception {
        copy("violation");
        Files.delete(folder.resolve("properties/session.yaml"));
        Files.delete(folder.resolve("properties"));
        Build build = gradle("residuaAnalyze");
        assertNotEquals(0, build.status, build.log);
        build.assertHas("no property is there to monitor");
        build.assertHas("gradle residuaInit");

        Build init = gradle("residuaInit");
        assertEquals(0, init.status, init.log);
        assertTrue(Files.isRegularFile(folder.resolve("residua.toml")));
    }

    @Test
    void theBlockOfTheBuildScriptHolds() throws Exception {
        copy("violation");
        Files.writeString(
            folder.resolve("build.gradle"),
            Files.readString(folder.resolve("build.gradle")) + "\nresidua {\n    budget = 0\n    properties = ['properties/session.yaml']\n}\n");
        Build build = gradle("residuaAnalyze");
        assertNotEquals(0, build.status, build.log);
        build.assertHas("more than the budget allows");
        build.assertHas("has objections");
    }
}
