package small;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        MethodHandle close = MethodHandles.lookup().findVirtual(Act.class, "act", MethodType.methodType(void.class, Session.class));
        close.invokeExact(new Act(), s);
        s.send();
    }
}

class Act { void act(Session s) { s.close(); } }
