package small;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        List<Session> list = new ArrayList<>(List.of(s));
        list.retainAll(Set.of(s));
        list.remove(0).close();
        s.send();
    }
}
