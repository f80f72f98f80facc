package app;

public class Session {
    private boolean live;
    private int sent;

    public void open() {
        live = true;
    }

    public void send(int number) {
        sent += number;
    }

    public void close() {
        live = false;
    }

    public int sent() {
        return live ? -1 : sent;
    }
}
