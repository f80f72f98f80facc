package small;

import java.util.List;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Iterable<Session> one = () -> List.of(s).iterator();
        one.forEach(Session::close);
        s.send();
    }
}
