package small;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        VarHandle handle = MethodHandles.lookup().findVarHandle(Base.class, "held", Session.class);
        Base base = new Base();
        handle.compareAndExchange(base, (Session) null, s);
        base.held.close();
        s.send();
    }
}

class Base { Session held; }
