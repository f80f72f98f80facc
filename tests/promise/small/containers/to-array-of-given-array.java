package small;

import java.util.ArrayDeque;
import java.util.List;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Session[] given = new Session[1];
        new ArrayDeque<>(List.of(s)).toArray(given);
        given[0].close();
        s.send();
    }
}
