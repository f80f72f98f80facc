package small;

import java.util.TreeMap;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        TreeMap<Integer, Session> map = new TreeMap<>();
        map.put(1, s);
        map.floorEntry(2).getValue().close();
        s.send();
    }
}
