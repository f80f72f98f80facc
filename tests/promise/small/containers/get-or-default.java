package small;

import java.util.HashMap;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new HashMap<String, Session>().getOrDefault("a", s).close();
        s.send();
    }
}
