package residua.gradle;

import java.io.File;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.artifacts.component.ComponentIdentifier;
import org.gradle.api.artifacts.component.ProjectComponentIdentifier;
import org.gradle.api.artifacts.result.ResolvedComponentResult;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.SourceSetContainer;

/**
 * The program of a project: its own code and tests, and the code of the projects of this build that it depends on. For example, a
 * project {@code client} that depends on {@code core} has the sources and classes of both.
 */
final class Program {
    private static final String TESTS = "testRuntimeClasspath";

    private final Project project;

    Program(Project project) {
        this.project = project;
    }

    /** The folders of sources, those of tests last. */
    FileCollection sources() {
        return main(set -> set.getAllJava().getSrcDirs()).plus(tests(set -> set.getAllJava().getSrcDirs()));
    }

    /** The folders of resources. */
    FileCollection resources() {
        return main(set -> set.getResources().getSrcDirs()).plus(tests(set -> set.getResources().getSrcDirs()));
    }

    /** The classes, and the libraries without the projects of this build. */
    Code code() {
        FileCollection libraries = classPath().getIncoming()
                .artifactView(view -> view.componentFilter(component -> !(component instanceof ProjectComponentIdentifier)))
                .getFiles();
        Function<SourceSet, Set<File>> classes = set -> set.getOutput().getClassesDirs().getFiles();
        return new Code(main(classes), tests(classes), libraries);
    }

    /** The class path of the tests; building it builds the projects that this one depends on. */
    Configuration classPath() {
        return project.getConfigurations().getByName(TESTS);
    }

    private FileCollection main(Function<SourceSet, Set<File>> folders) {
        return project.files((Callable<Set<File>>) () -> {
            Set<File> all = new LinkedHashSet<>(ofSet(project, SourceSet.MAIN_SOURCE_SET_NAME, folders));
            for (ResolvedComponentResult component : classPath().getIncoming().getResolutionResult().getAllComponents()) {
                Project other = projectOf(component.getId());
                if (other != null) {
                    all.addAll(ofSet(other, SourceSet.MAIN_SOURCE_SET_NAME, folders));
                }
            }
            return all;
        });
    }

    private FileCollection tests(Function<SourceSet, Set<File>> folders) {
        return project.files((Callable<Set<File>>) () -> ofSet(project, SourceSet.TEST_SOURCE_SET_NAME, folders));
    }

    /** The other project of this build that a component is, or null. */
    private Project projectOf(ComponentIdentifier component) {
        if (!(component instanceof ProjectComponentIdentifier)) {
            return null;
        }
        Project other = project.getRootProject().findProject(((ProjectComponentIdentifier) component).getProjectPath());
        return other == project ? null : other;
    }

    /** One property alone is asked for: to compute all of them, Gradle needs the folder of the project, which may not be there. */
    private static Set<File> ofSet(Project project, String name, Function<SourceSet, Set<File>> folders) {
        Object sets = project.findProperty("sourceSets");
        SourceSet set = sets instanceof SourceSetContainer ? ((SourceSetContainer) sets).findByName(name) : null;
        return set == null ? Set.of() : folders.apply(set);
    }
}
