package small;

import java.util.ArrayList;
import java.util.List;
import java.util.Spliterator;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Spliterator<Session> all = new ArrayList<>(List.of(s, s)).spliterator();
        all.trySplit().tryAdvance(Session::close);
        s.send();
    }
}
