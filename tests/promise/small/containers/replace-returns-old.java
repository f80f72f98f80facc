package small;

import java.util.HashMap;
import java.util.Map;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Map<String, Session> map = new HashMap<>(Map.of("a", s));
        map.replace("a", new Session()).close();
        s.send();
    }
}
