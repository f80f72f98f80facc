package small;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        System.out.println(new AbstractMap<String, String>() {
            public Set<Map.Entry<String, String>> entrySet() { s.close(); return Set.of(); }
        });
        s.send();
    }
}
