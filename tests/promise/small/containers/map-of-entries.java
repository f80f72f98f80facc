package small;

import java.util.Map;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Map.ofEntries(Map.entry("a", s)).values().iterator().next().close();
        s.send();
    }
}
