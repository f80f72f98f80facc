package small;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ConcurrentHashMap<String, Session> map = new ConcurrentHashMap<>(Map.of("a", s));
        map.reduceValues(1, v -> { v.close(); return v; }, (x, y) -> x).send();
    }
}
