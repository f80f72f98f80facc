package app;

/** A connection that is opened before anything is sent. */
public class Session {
    private int sent;

    public void open() {}

    public void send(String text) {
        sent += text.length();
    }

    public void close() {}

    public int sent() {
        return sent;
    }
}
