package small;

import java.util.IdentityHashMap;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        IdentityHashMap<Session, String> map = new IdentityHashMap<>();
        map.put(s, "a");
        map.keySet().toArray(new Session[0])[0].close();
        s.send();
    }
}
