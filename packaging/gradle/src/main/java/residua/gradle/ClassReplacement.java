package residua.gradle;

import java.io.File;
import java.io.Serializable;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.gradle.api.file.FileCollection;
import org.gradle.api.file.FileTreeElement;
import org.gradle.api.specs.Spec;

/** Puts the woven classes into the place of those that the compilers made. */
final class ClassReplacement {
    private final Code code;
    private final File output;
    private final File testOutput;

    ClassReplacement(Code code, File output, File testOutput) {
        this.code = code;
        this.output = output;
        this.testOutput = testOutput;
    }

    /** The same class path with the woven folders: each stands where the first of those stood that are woven into it. */
    Callable<Set<File>> in(FileCollection classPath) {
        return () -> {
            Set<File> main = code.getClasses().getFiles();
            Set<File> tests = code.getTestClasses().getFiles();
            Set<File> replaced = new LinkedHashSet<>();
            for (File file : classPath) {
                replaced.add(main.contains(file) ? output : tests.contains(file) ? testOutput : file);
            }
            return replaced;
        };
    }

    /** Whether a file stands in a folder whose classes are woven. */
    Spec<FileTreeElement> isReplaced() {
        return new IsBelow(code.getClasses());
    }

    private static final class IsBelow implements Spec<FileTreeElement>, Serializable {
        private static final long serialVersionUID = 1L;

        private final FileCollection folders;

        IsBelow(FileCollection folders) {
            this.folders = folders;
        }

        @Override
        public boolean isSatisfiedBy(FileTreeElement element) {
            for (File folder : folders) {
                if (!element.isDirectory() && element.getFile().toPath().startsWith(folder.toPath())) {
                    return true;
                }
            }
            return false;
        }
    }
}
