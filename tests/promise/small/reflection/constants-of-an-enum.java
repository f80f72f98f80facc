package small;

import java.util.function.Consumer;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        for (Object constant : Kind.class.getEnumConstants()) ((Consumer<Session>) constant).accept(s);
        s.send();
    }
}

enum Kind implements Consumer<Session> { ONE; public void accept(Session s) { s.close(); } }
