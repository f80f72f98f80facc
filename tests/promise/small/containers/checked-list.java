package small;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        List<Session> list = Collections.checkedList(new ArrayList<>(), Session.class);
        list.add(s);
        list.listIterator().next().close();
        s.send();
    }
}
