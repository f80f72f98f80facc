package small;

import java.util.HashMap;
import java.util.Map;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        HashMap<String, Session> map = new HashMap<>(Map.of("a", s));
        ((HashMap<?, ?>) map.clone()).values().forEach(x -> ((Session) x).close());
        s.send();
    }
}
