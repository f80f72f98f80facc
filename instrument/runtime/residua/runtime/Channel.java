package residua.runtime;

/** A channel between properties: what is sent is received by all its events before {@code send} returns. */
public abstract class Channel {
    /** What {@link #send()} sends: no value, which no pattern with a type receives. */
    public static final Object NOTHING = new Object();

    /** Sends without a value. */
    public final void send() {
        deliver(NOTHING);
    }

    /** Sends a value. */
    public final void send(Object value) {
        deliver(value);
    }

    private void deliver(Object value) {
        if (Gate.isHeld()) {
            raise(value);
            // Code of a property goes on here.
            Outbox.flush();
            return;
        }
        synchronized (Gate.LOCK) {
            Gate.share();
            if (Gate.open("(channel):0")) {
                try {
                    raise(value);
                } finally {
                    Gate.close();
                }
            }
        }
        Outbox.handOver();
    }

    private void raise(Object value) {
        try {
            receive(value);
        } catch (Throwable thrown) {
            Faults.tell("an event of a channel", thrown);
        }
    }

    /** Raises the events of the channel, in the order of their declaration. */
    protected abstract void receive(Object value);
}
