package small;

import java.util.TreeMap;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        TreeMap<Integer, Session> map = new TreeMap<>();
        map.descendingMap().tailMap(5, true).put(1, s);
        map.firstEntry().getValue().close();
        s.send();
    }
}
