package app;

/** Fails where greetings are not sent. */
public class ClientCheck {
    public static void main(String[] arguments) {
        Client client = new Client();
        client.greet("Ada");
        if (client.greet("Grace") != 22) {
            throw new AssertionError("not all was sent");
        }
    }
}
