package small;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        List<Session> list = new ArrayList<>(List.of(s, new Session()));
        Collections.rotate(list, 1);
        list.get(1).close();
        s.send();
    }
}
