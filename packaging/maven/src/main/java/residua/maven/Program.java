package residua.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Resource;
import org.apache.maven.project.MavenProject;

/**
 * The program of a module: its own code and tests, and the code of the modules of this build that it depends on. For example,
 * a module {@code client} that depends on {@code core} has the sources and classes of both.
 */
final class Program {
    /** The folder of a module's classes as the compiler made them, once they have been woven: a context value of the module. */
    private static final String CLASSES = "residua.classes";
    private static final String TEST_CLASSES = "residua.test-classes";

    private final MavenProject project;
    /** The module and those it depends on. */
    private final List<MavenProject> modules = new ArrayList<>();

    Program(MavenProject project, MavenSession session) {
        this.project = project;
        modules.add(project);
        Set<String> dependencies = new HashSet<>();
        for (Artifact artifact : project.getArtifacts()) {
            dependencies.add(key(artifact.getGroupId(), artifact.getArtifactId(), artifact.getBaseVersion()));
        }
        for (MavenProject module : session.getProjects()) {
            if (module != project && dependencies.contains(key(module))) {
                modules.add(module);
            }
        }
    }

    private static String key(MavenProject module) {
        return key(module.getGroupId(), module.getArtifactId(), module.getVersion());
    }

    private static String key(String group, String artifact, String version) {
        return group + ':' + artifact + ':' + version;
    }

    /** The folders of sources that are there, those of tests last. */
    List<String> sources() {
        Set<String> roots = new LinkedHashSet<>();
        for (MavenProject module : modules) {
            roots.addAll(module.getCompileSourceRoots());
        }
        roots.addAll(project.getTestCompileSourceRoots());
        return folders(roots);
    }

    /** The folders of resources that are there. */
    List<String> resources() {
        Set<String> roots = new LinkedHashSet<>();
        for (MavenProject module : modules) {
            for (Resource resource : module.getResources()) {
                roots.add(resource.getDirectory());
            }
        }
        return folders(roots);
    }

    /** The folders of classes as the compiler made them, without those of tests. */
    List<String> classes() {
        Set<String> roots = new LinkedHashSet<>();
        for (MavenProject module : modules) {
            roots.add(compiled(module, CLASSES, module.getBuild().getOutputDirectory()));
        }
        return folders(roots);
    }

    /** The folder of the classes of tests as the compiler made it, if it is there. */
    List<String> testClasses() {
        return folders(Set.of(compiled(project, TEST_CLASSES, project.getBuild().getTestOutputDirectory())));
    }

    private static String compiled(MavenProject module, String key, String otherwise) {
        Object kept = module.getContextValue(key);
        return kept == null ? otherwise : (String) kept;
    }

    /** The jars and folders of the libraries that the program and its tests need. */
    List<String> classPath() {
        Set<String> own = new HashSet<>();
        for (MavenProject module : modules) {
            own.add(key(module));
        }
        List<String> libraries = new ArrayList<>();
        for (Artifact artifact : project.getArtifacts()) {
            File file = artifact.getFile();
            String key = key(artifact.getGroupId(), artifact.getArtifactId(), artifact.getBaseVersion());
            if (file != null && file.exists() && !own.contains(key) && artifact.getArtifactHandler().isAddedToClasspath()) {
                libraries.add(file.getPath());
            }
        }
        return libraries;
    }

    /** Lets the rest of the build take woven classes for those of the module. */
    void use(File classes, File testClasses) {
        project.setContextValue(CLASSES, compiled(project, CLASSES, project.getBuild().getOutputDirectory()));
        project.getBuild().setOutputDirectory(classes.getPath());
        if (testClasses != null) {
            project.setContextValue(TEST_CLASSES, compiled(project, TEST_CLASSES, project.getBuild().getTestOutputDirectory()));
            project.getBuild().setTestOutputDirectory(testClasses.getPath());
        }
    }

    private static List<String> folders(Set<String> paths) {
        List<String> there = new ArrayList<>();
        for (String path : paths) {
            if (new File(path).isDirectory()) {
                there.add(path);
            }
        }
        return there;
    }
}
