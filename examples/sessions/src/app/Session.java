package app;

/** A connection: it is opened before anything is sent. */
public class Session {
    public void open() {}

    public void send(int number) {}

    public void close() {}
}
