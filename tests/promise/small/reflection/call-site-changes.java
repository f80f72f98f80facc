package small;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        MutableCallSite site = new MutableCallSite(MethodType.methodType(void.class, Session.class));
        site.setTarget(MethodHandles.lookup().findStatic(Act.class, "act", site.type()));
        site.dynamicInvoker().invoke(s);
        s.send();
    }
}

class Act { static void act(Session s) { s.close(); } }
