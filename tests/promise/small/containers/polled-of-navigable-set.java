package small;

import java.util.TreeSet;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        TreeSet<Session> set = new TreeSet<>((a, b) -> 0);
        set.descendingSet().add(s);
        set.pollFirst().close();
        s.send();
    }
}
