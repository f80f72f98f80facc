package residua.recording;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * What woven code tells: which call runs which method, and which objects calls are made on. It never calls a method of the
 * program, and holds no object of it.
 */
public final class Recorder {
    /** Where the recording goes; written when the program ends. */
    private static final Path FILE = Path.of(System.getProperty("residua.recording"));
    private static final List<Track> TRACKS = new ArrayList<>();
    private static final ThreadLocal<Track> TRACK = ThreadLocal.withInitial(Recorder::track);

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Recorder::write, "residua recording"));
    }

    private Recorder() {
    }

    /** A method begins; whatever is under way on this thread called it. */
    public static Frame enter(int method) {
        Track track = TRACK.get();
        track.edges.add(track.top.site, method);
        return track.push();
    }

    /** A static initializer begins: the virtual machine called it. */
    public static Frame initialize(int method) {
        Track track = TRACK.get();
        track.edges.add(Frame.MACHINE, method);
        return track.push();
    }

    /** A call is about to be made on an object. */
    public static void call(Object receiver, Frame frame, int site) {
        frame.call(site);
        if (receiver != null) {
            frame.track.objects.note(receiver, site);
        }
    }

    private static Track track() {
        Track track = new Track();
        synchronized (TRACKS) {
            TRACKS.add(track);
        }
        return track;
    }

    private static void write() {
        TreeSet<Long> edges = new TreeSet<>();
        synchronized (TRACKS) {
            TRACKS.forEach(track -> track.edges.addTo(edges));
        }
        try (BufferedWriter out = Files.newBufferedWriter(FILE); PrintWriter lines = new PrintWriter(out)) {
            edges.forEach(edge -> lines.println("edge " + Edges.site(edge) + " " + Edges.method(edge)));
            Identities.write(lines);
            lines.println("end");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
