package small;

import java.util.concurrent.ConcurrentHashMap;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ConcurrentHashMap<String, Session> map = new ConcurrentHashMap<>();
        map.keySet(s).add("a");
        map.get("a").close();
        s.send();
    }
}
