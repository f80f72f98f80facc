package small;

import java.util.concurrent.CopyOnWriteArraySet;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        CopyOnWriteArraySet<Session> set = new CopyOnWriteArraySet<>();
        set.add(s);
        for (Session x : set) x.close();
        s.send();
    }
}
