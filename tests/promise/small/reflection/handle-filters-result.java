package small;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        MethodHandle act = MethodHandles.lookup().findStatic(Act.class, "act", MethodType.methodType(Session.class, Session.class));
        MethodHandle twice = MethodHandles.filterReturnValue(MethodHandles.identity(Session.class), act);
        ((Session) twice.invoke(s)).send();
    }
}

class Act { static Session act(Session s) { s.close(); return s; } }
