package small;

import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        List<Session> list = new LinkedList<>(List.of(new Session()));
        ListIterator<Session> at = list.listIterator();
        at.next();
        at.set(s);
        list.get(0).close();
        s.send();
    }
}
