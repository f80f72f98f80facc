package small;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ConcurrentMap<String, Session> map = new ConcurrentHashMap<>();
        map.putIfAbsent("a", s);
        map.putIfAbsent("a", new Session()).close();
        s.send();
    }
}
