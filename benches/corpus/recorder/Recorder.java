package residua.recording;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;

/**
 * What woven code tells: which call runs which method, and which objects calls are made on. It never calls a method of the
 * program, and holds no object of it.
 *
 * <p>It begins with the first method of the program. Where {@code java.base} is woven, too, its own use of woven classes tells
 * nothing.
 */
public final class Recorder {
    private static final ThreadLocal<Track> TRACK = new ThreadLocal<>() {
        @Override
        protected Track initialValue() {
            return track();
        }
    };
    /** The tracks of all threads, the youngest first. */
    private static Track tracks;
    private static boolean hasBegun;

    private Recorder() {
    }

    /**
     * A method of the program begins. The call that is under way on this thread called it. If that one is of {@code java.base},
     * so did the last call of the program.
     */
    public static Frame enter(int method) {
        if (!hasBegun) {
            begin();
        }
        Track track = TRACK.get();
        Frame caller = track.top;
        track.edges.add(caller.site, method);
        if (caller.program != caller) {
            track.edges.add(caller.program.site, method);
        }
        return track.push(false);
    }

    /** A static initializer begins: the virtual machine called it. */
    public static Frame initialize(int method) {
        if (!hasBegun) {
            begin();
        }
        Track track = TRACK.get();
        track.edges.add(Frame.MACHINE, method);
        return track.push(false);
    }

    /** A call is about to be made on an object. */
    public static void call(Object receiver, Frame frame, int site) {
        frame.call(site);
        if (receiver != null) {
            Track track = frame.track;
            boolean before = track.isRecording;
            track.isRecording = true;
            track.objects.note(receiver, site);
            track.isRecording = before;
        }
    }

    /** A method or a static initializer of {@code java.base} begins. Gives null where the recorder itself calls it. */
    static Frame enterBase(int method, boolean isCalled) {
        Track track = TRACK.get();
        if (track.isRecording) {
            return null;
        }
        track.edges.add(isCalled ? track.top.site : Frame.MACHINE, method);
        return track.push(true);
    }

    private static synchronized void begin() {
        if (!hasBegun) {
            hasBegun = true;
            Path file = Path.of(System.getProperty("residua.recording"));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> write(file), "residua recording"));
            Base.isOn = true;
        }
    }

    private static synchronized Track track() {
        tracks = new Track(tracks);
        return tracks;
    }

    /** Writes the recording when the program ends. */
    private static void write(Path file) {
        Base.isOn = false;
        TreeSet<Long> edges = new TreeSet<>();
        synchronized (Recorder.class) {
            for (Track track = tracks; track != null; track = track.older) {
                track.edges.addTo(edges);
            }
        }
        try (BufferedWriter out = Files.newBufferedWriter(file); PrintWriter lines = new PrintWriter(out)) {
            edges.forEach(edge -> lines.println("edge " + Edges.site(edge) + " " + Edges.method(edge)));
            Identities.write(lines);
            lines.println("end");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
