package small;

import java.util.ArrayList;
import java.util.List;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        List<Session> list = new ArrayList<>();
        list.subList(0, 0).add(s);
        list.get(0).close();
        s.send();
    }
}
