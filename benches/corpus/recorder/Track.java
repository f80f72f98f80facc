package residua.recording;

/** What one thread does. */
final class Track {
    final Edges edges = new Edges();
    final Seen objects = new Seen();
    /** The youngest activation; at first the one that stands for the virtual machine. */
    Frame top = new Frame(this, null);
    /** Whether the recorder itself is at work: what it uses of the JDK tells nothing. */
    boolean isRecording;
    final Track older;

    Track(Track older) {
        this.older = older;
    }

    /** Begins an activation, of a method of {@code java.base} or of the program. */
    Frame push(boolean isBase) {
        Frame frame = top.above;
        if (frame == null) {
            frame = new Frame(this, top);
            top.above = frame;
        }
        frame.site = Frame.MACHINE;
        frame.program = isBase ? top.program : frame;
        top = frame;
        return frame;
    }
}
