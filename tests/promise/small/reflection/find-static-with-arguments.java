package small;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        MethodHandles.lookup().findStatic(Act.class, "act", MethodType.methodType(void.class, Session.class)).invokeWithArguments(s);
        s.send();
    }
}

class Act { static void act(Session s) { s.close(); } }
