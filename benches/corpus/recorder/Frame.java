package residua.recording;

/** An activation of a woven method. Frames of a thread are reused. */
public final class Frame {
    /** The number that stands for the virtual machine. */
    static final int MACHINE = 0;

    final Track track;
    final Frame below;
    Frame above;
    /** The youngest activation of a method of the program, from here down. */
    Frame program;
    /** The call under way. */
    int site;

    Frame(Track track, Frame below) {
        this.track = track;
        this.below = below;
        this.program = this;
    }

    /** A call is about to be made. Frames above this one that an exception skipped are gone. */
    public void call(int site) {
        this.site = site;
        track.top = this;
    }

    /** The activation ends. */
    public void leave() {
        track.top = below;
    }
}
