package app;

/** Uses two sessions. The first is right in every run, the second is wrong if the program gets an argument. */
public class Main {
    public static void main(String[] arguments) {
        Session checked = new Session();
        checked.open();
        for (int n = 0; n < 1000; n++) {
            checked.send(n);
        }
        checked.close();

        Session hasty = new Session();
        if (arguments.length == 0) {
            hasty.open();
        }
        hasty.send(1);
    }
}
