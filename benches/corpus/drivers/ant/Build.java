package driver;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

import org.apache.tools.ant.BuildException;
import org.apache.tools.ant.DemuxInputStream;
import org.apache.tools.ant.DemuxOutputStream;
import org.apache.tools.ant.Project;
import org.apache.tools.ant.ProjectHelper;

/** One run of a build file. */
final class Build {
    private final Path file;
    private final Project project = new Project();
    private final Told told;

    /** A build file of a folder, to be run in another one. */
    Build(Path folder, String name, Path base) {
        file = folder.resolve(name);
        told = new Told(folder.toString());
        project.addBuildListener(told);
        project.init();
        project.setBaseDir(base.toFile());
        project.setUserProperty("ant.file", file.toString());
        project.setUserProperty("folder", folder.toString());
        project.setInputHandler(new Extensions.Answers());
    }

    /** Makes it go on with what does not depend on targets that failed. */
    Build goingOn() {
        project.setKeepGoingMode(true);
        return this;
    }

    /** Runs while the streams of the virtual machine are those of the project. */
    List<String> alone() {
        PrintStream out = System.out;
        PrintStream err = System.err;
        InputStream in = System.in;
        try {
            project.setDefaultInputStream(in);
            System.setOut(new PrintStream(new DemuxOutputStream(project, false)));
            System.setErr(new PrintStream(new DemuxOutputStream(project, true)));
            System.setIn(new DemuxInputStream(project));
            return run();
        } finally {
            System.setOut(out);
            System.setErr(err);
            System.setIn(in);
        }
    }

    /** Runs the default target and gives what is said. */
    List<String> run() {
        project.fireBuildStarted();
        BuildException failed = null;
        try {
            ProjectHelper.configureProject(project, file.toFile());
            project.executeTarget(project.getDefaultTarget());
        } catch (BuildException e) {
            failed = e;
        }
        project.fireBuildFinished(failed);
        return told.lines();
    }
}
