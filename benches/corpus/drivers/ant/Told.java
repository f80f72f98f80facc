package driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import org.apache.tools.ant.BuildEvent;
import org.apache.tools.ant.Project;
import org.apache.tools.ant.SubBuildListener;

/** What a build says, without what differs from run to run. Threads of a build tell at once. */
final class Told implements SubBuildListener {
    private final String folder;
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final int[] counts = new int[6];

    Told(String folder) {
        this.folder = folder;
    }

    /** What was said, sorted. */
    List<String> lines() {
        List<String> sorted = new ArrayList<>(lines);
        Collections.sort(sorted);
        return sorted;
    }

    /** A text without the folder of the run. */
    String plain(String text) {
        String plain = text.replace(folder, "FOLDER").replaceAll("[0-9.,]+ (milli)?sec(onds?)?", "some seconds").replace("\r", "");
        return plain.replaceAll("[A-Z][a-z]{2} [A-Z][a-z]{2} [0-9]{2} [0-9:]{8} [A-Z]+ [0-9]{4}", "some day").replaceAll("tmp[0-9]+", "tmp").replaceAll("-{9,}", "-").replaceAll("localhost:[0-9]+", "localhost");
    }

    @Override
    public void buildStarted(BuildEvent event) {
        count(0);
    }

    @Override
    public void buildFinished(BuildEvent event) {
        Throwable failed = event.getException();
        String how = failed == null ? "done" : "failed: " + plain(failed.toString());
        lines.add("project " + event.getProject().getName() + " " + how + " " + Arrays.toString(counts));
    }

    @Override
    public void subBuildStarted(BuildEvent event) {
        count(1);
    }

    @Override
    public void subBuildFinished(BuildEvent event) {
        count(2);
    }

    @Override
    public void targetStarted(BuildEvent event) {
        lines.add("target " + event.getTarget());
    }

    @Override
    public void targetFinished(BuildEvent event) {
        count(3);
    }

    @Override
    public void taskStarted(BuildEvent event) {
        count(4);
    }

    @Override
    public void taskFinished(BuildEvent event) {
        count(5);
    }

    @Override
    public void messageLogged(BuildEvent event) {
        if (event.getPriority() <= Project.MSG_INFO) {
            String task = event.getTask() == null ? "" : event.getTask().getTaskName();
            plain(event.getMessage()).lines().filter(Told::isSteady).forEach(line -> lines.add(task + ": " + line.strip()));
        }
    }

    private static boolean isSteady(String line) {
        return !line.startsWith("\tat ") && !line.startsWith("\t...") && !line.contains("in the future");
    }

    private synchronized void count(int what) {
        counts[what]++;
    }
}
