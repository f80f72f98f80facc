package small;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Map<String, Session> map = Collections.unmodifiableMap(new HashMap<>(Map.of("a", s)));
        ((Map.Entry<?, Session>) map.entrySet().toArray()[0]).getValue().close();
        s.send();
    }
}
