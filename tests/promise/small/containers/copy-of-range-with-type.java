package small;

import java.util.Arrays;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Object[] all = {s};
        Session[] copy = Arrays.copyOfRange(all, 0, 1, Session[].class);
        copy[0].close();
        s.send();
    }
}
