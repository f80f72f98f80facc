package small;

import java.util.HashMap;
import java.util.Map;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new HashMap<>(Map.of("a", s)).forEach((k, v) -> v.close());
        s.send();
    }
}
