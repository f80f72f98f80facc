package residua.recording;

/**
 * The recorder, as woven code of {@code java.base} calls it. That code runs long before the program, when there are no properties of
 * the system and no threads yet. So this class has no initializer, and needs no other one until the program begins.
 */
public final class Base {
    /** Whether the program has begun, and has not ended. */
    static boolean isOn;

    private Base() {
    }

    /** A method begins. Gives null where nobody listens. */
    public static Frame enter(int method) {
        return isOn ? Recorder.enterBase(method, true) : null;
    }

    /** A static initializer begins: the virtual machine called it. */
    public static Frame initialize(int method) {
        return isOn ? Recorder.enterBase(method, false) : null;
    }

    /** A call is about to be made. */
    public static void call(Frame frame, int site) {
        if (frame != null) {
            frame.call(site);
        }
    }

    /** The activation ends. */
    public static void leave(Frame frame) {
        if (frame != null) {
            frame.leave();
        }
    }
}
