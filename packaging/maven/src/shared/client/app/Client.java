package app;

public class Client {
    public int greet(boolean carefully) {
        Session session = new Session();
        if (carefully) {
            session.open();
        }
        session.send(1);
        session.close();
        return session.sent();
    }

    public void greetLate(Session session) {
        session.send(2);
    }

    public static void main(String[] arguments) {
        System.out.println(new Client().greet(arguments.length == 0));
    }
}
