package small;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Map<Session, Boolean> map = new HashMap<>();
        Set<Session> set = Collections.newSetFromMap(map);
        set.add(s);
        map.keySet().iterator().next().close();
        s.send();
    }
}
