package small;

import java.util.concurrent.ConcurrentHashMap;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ConcurrentHashMap<String, Session> map = new ConcurrentHashMap<>();
        map.put("a", s);
        map.search(1, (k, v) -> { v.close(); return v; }).send();
    }
}
