package residua.recording;

/** What one thread does. */
final class Track {
    final Edges edges = new Edges();
    final Seen objects = new Seen();
    /** The youngest activation; at first the one that stands for the virtual machine. */
    Frame top = new Frame(this, null);

    Frame push() {
        Frame frame = top.above;
        if (frame == null) {
            frame = new Frame(this, top);
            top.above = frame;
        }
        frame.site = Frame.MACHINE;
        top = frame;
        return frame;
    }
}
