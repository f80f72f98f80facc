package small;

import java.util.List;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        List.of(s).toArray(Session[]::new)[0].close();
        s.send();
    }
}
