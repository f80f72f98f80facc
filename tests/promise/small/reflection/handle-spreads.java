package small;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        MethodHandle act = MethodHandles.lookup().findStatic(Act.class, "act", MethodType.methodType(void.class, Session.class));
        act.asSpreader(Object[].class, 1).invoke(new Object[] {s});
        s.send();
    }
}

class Act { static void act(Session s) { s.close(); } }
