package app;

public class Greeting {
    public static void send(Session session) {
        session.send(3);
    }
}
