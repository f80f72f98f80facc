package small;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        MethodHandle act = MethodHandles.lookup().findStatic(Act.class, "act", MethodType.methodType(boolean.class, Session.class));
        MethodHandle nothing = MethodHandles.empty(MethodType.methodType(void.class, Session.class));
        MethodHandles.guardWithTest(act, nothing, nothing).invoke(s);
        s.send();
    }
}

class Act { static boolean act(Session s) { s.close(); return true; } }
