package app;

/** Sends greetings. */
public class Client {
    private final Session session = new Session();
    private boolean live;

    /** Opens the session at the first greeting. */
    public int greet(String name) {
        if (!live) {
            session.open();
            live = true;
        }
        session.send("hello, " + name);
        return session.sent();
    }

    public static void main(String[] arguments) {
        Client client = new Client();
        for (String name : arguments) {
            client.greet(name);
        }
        Session farewell = new Session();
        farewell.open();
        farewell.send("bye");
        farewell.close();
    }
}
