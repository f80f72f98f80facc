package small;

import java.util.EnumMap;
import java.util.concurrent.TimeUnit;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        EnumMap<TimeUnit, Session> map = new EnumMap<>(TimeUnit.class);
        map.put(TimeUnit.DAYS, s);
        map.clone().get(TimeUnit.DAYS).close();
        s.send();
    }
}
