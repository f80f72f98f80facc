package residua.maven;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Resource;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;

/**
 * The program of a module: its own code and tests, and the code of the modules of this build that it depends on. For example,
 * a module {@code client} that depends on {@code core} has the sources and classes of both.
 */
final class Program {
    /** The folder of a module's classes as the compiler made them, once they have been woven: a context value of the module. */
    private static final String CLASSES = "residua.classes";
    private static final String TEST_CLASSES = "residua.test-classes";
    /** A class of the monitors' runtime library. */
    private static final String MONITORS = "residua/runtime/Reports.class";

    private final MavenProject project;
    private final Set<String> sources = new LinkedHashSet<>();
    private final Set<String> testSources = new LinkedHashSet<>();
    private final Set<String> resources = new LinkedHashSet<>();
    private final Set<String> classes = new LinkedHashSet<>();
    private final Set<String> testClasses = new LinkedHashSet<>();
    private final List<File> libraries = new ArrayList<>();

    Program(MavenProject project, MavenSession session) {
        this.project = project;
        addCode(project, sources, classes);
        addTests(project);

        Map<String, MavenProject> modules = new HashMap<>();
        session.getProjects().forEach(module -> modules.put(key(module.getArtifact()), module));
        for (Artifact artifact : project.getArtifacts()) {
            MavenProject module = modules.get(key(artifact));
            if (module != null) {
                addModule(module, artifact);
            } else if (artifact.getFile() != null && artifact.getArtifactHandler().isAddedToClasspath()) {
                libraries.add(artifact.getFile());
            }
        }
    }

    private static String key(Artifact artifact) {
        return artifact.getGroupId() + ':' + artifact.getArtifactId() + ':' + artifact.getBaseVersion();
    }

    /** Adds what the module gets from another one: its tests, its code for tests alone, or its code. */
    private void addModule(MavenProject module, Artifact artifact) {
        if ("test-jar".equals(artifact.getType()) || "tests".equals(artifact.getClassifier())) {
            addTests(module);
        } else if (Artifact.SCOPE_TEST.equals(artifact.getScope())) {
            addCode(module, testSources, testClasses);
        } else {
            addCode(module, sources, classes);
        }
    }

    private void addCode(MavenProject module, Set<String> sources, Set<String> classes) {
        sources.addAll(module.getCompileSourceRoots());
        classes.add(compiled(module, CLASSES, module.getBuild().getOutputDirectory()));
        addResources(module.getResources());
    }

    private void addTests(MavenProject module) {
        testSources.addAll(module.getTestCompileSourceRoots());
        testClasses.add(compiled(module, TEST_CLASSES, module.getBuild().getTestOutputDirectory()));
        addResources(module.getTestResources());
    }

    private void addResources(List<Resource> more) {
        more.forEach(resource -> resources.add(resource.getDirectory()));
    }

    private static String compiled(MavenProject module, String key, String otherwise) {
        Object kept = module.getContextValue(key);
        return kept == null ? otherwise : (String) kept;
    }

    /**
     * The folders with Java sources, those of tests last. Others stand in the model, too: the compiler plugin adds one for what annotation
     * processors make, and Kotlin's one for its own sources.
     *
     * @throws MojoExecutionException a folder cannot be read
     */
    List<String> sources() throws MojoExecutionException {
        Set<String> all = new LinkedHashSet<>(sources);
        all.addAll(testSources);
        List<String> withSources = new ArrayList<>();
        for (String folder : folders(all)) {
            if (hasSources(Path.of(folder))) {
                withSources.add(folder);
            }
        }
        return withSources;
    }

    private static boolean hasSources(Path folder) throws MojoExecutionException {
        try (Stream<Path> files = Files.find(folder, Integer.MAX_VALUE, (file, attributes) -> file.toString().endsWith(".java"))) {
            return files.findAny().isPresent();
        } catch (IOException | UncheckedIOException unreadable) {
            throw new MojoExecutionException("`" + folder + "` cannot be read", unreadable);
        }
    }

    /** The folders of resources that are there. */
    List<String> resources() {
        return folders(resources);
    }

    /** The folders of classes as the compiler made them, without those of tests. */
    List<String> classes() {
        return folders(classes);
    }

    /** The folders of the classes of tests as the compiler made them. */
    List<String> testClasses() {
        return folders(testClasses);
    }

    /**
     * The class path of the libraries that the program and its tests need.
     *
     * @throws MojoExecutionException one of them has monitors of its own, which would mix with those of the program
     */
    String classPath() throws MojoExecutionException {
        List<String> paths = new ArrayList<>();
        for (File library : libraries) {
            if (isMonitored(library)) {
                throw new MojoExecutionException("`" + library + "` has monitors already, which would mix with those of this module."
                        + " Build both together (`mvn --also-make`), or depend on the library without monitors");
            }
            paths.add(library.getPath());
        }
        return String.join(File.pathSeparator, paths);
    }

    private static boolean isMonitored(File library) throws MojoExecutionException {
        if (library.isDirectory()) {
            return new File(library, MONITORS).isFile();
        }
        try (ZipFile jar = new ZipFile(library)) {
            return jar.getEntry(MONITORS) != null;
        } catch (IOException unreadable) {
            throw new MojoExecutionException("`" + library + "` cannot be read", unreadable);
        }
    }

    /** Lets the rest of the build take woven classes for those of the module. */
    void use(File classes, File testClasses) {
        String compiled = compiled(project, CLASSES, project.getBuild().getOutputDirectory());
        String compiledTests = compiled(project, TEST_CLASSES, project.getBuild().getTestOutputDirectory());
        project.setContextValue(CLASSES, compiled);
        project.setContextValue(TEST_CLASSES, compiledTests);
        project.getBuild().setOutputDirectory(classes.getPath());
        project.getBuild().setTestOutputDirectory(testClasses.getPath());
    }

    private static List<String> folders(Collection<String> paths) {
        List<String> there = new ArrayList<>();
        for (String path : paths) {
            if (new File(path).isDirectory()) {
                there.add(path);
            }
        }
        return there;
    }
}
