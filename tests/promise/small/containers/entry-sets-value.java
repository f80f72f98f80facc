package small;

import java.util.HashMap;
import java.util.Map;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Map<String, Session> map = new HashMap<>();
        map.put("a", null);
        for (Map.Entry<String, Session> entry : map.entrySet()) entry.setValue(s);
        map.get("a").close();
        s.send();
    }
}
