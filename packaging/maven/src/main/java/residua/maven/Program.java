package residua.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Resource;
import org.apache.maven.project.MavenProject;
import residua.command.CommandException;
import residua.command.Folders;
import residua.command.Libraries;

/**
 * The program of a module: its own code and tests, and the code of the modules of this build that it depends on. For example,
 * a module {@code client} that depends on {@code core} has the sources and classes of both.
 */
final class Program {
    /** The folder of a module's classes as the compiler made them, once they have been woven: a context value of the module. */
    private static final String CLASSES = "residua.classes";
    private static final String TEST_CLASSES = "residua.test-classes";

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
     * The folders with Java sources, those of tests last.
     *
     * @throws CommandException a folder cannot be read
     */
    List<String> sources() throws CommandException {
        Set<String> all = new LinkedHashSet<>(sources);
        all.addAll(testSources);
        return Folders.withSources(all);
    }

    /** The folders of resources that are there. */
    List<String> resources() {
        return Folders.existing(resources);
    }

    /** The folders of classes as the compiler made them, without those of tests. */
    List<String> classes() {
        return Folders.existing(classes);
    }

    /** The folders of the classes of tests as the compiler made them. */
    List<String> testClasses() {
        return Folders.existing(testClasses);
    }

    /**
     * The class path of the libraries that the program and its tests need, with other classes of the program behind them.
     *
     * @throws CommandException one of them has monitors of its own, which would mix with those of the program
     */
    String classPath(List<String> others) throws CommandException {
        return Libraries.classPath(libraries, others, "Build both together (`mvn --also-make`), or depend on the library without monitors");
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
}
