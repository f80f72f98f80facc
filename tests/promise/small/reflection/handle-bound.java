package small;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        MethodHandles.lookup().bind(new Act(), "act", MethodType.methodType(void.class, Session.class)).invoke(s);
        s.send();
    }
}

class Act { void act(Session s) { s.close(); } }
