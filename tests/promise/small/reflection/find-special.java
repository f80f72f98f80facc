package small;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        new Sub().up(s);
        s.send();
    }
}

class Base { void act(Session s) { s.close(); } }
class Sub extends Base {
    void act(Session s) { }
    void up(Session s) throws Throwable {
        MethodHandles.lookup().findSpecial(Base.class, "act", MethodType.methodType(void.class, Session.class), Sub.class).invoke(this, s);
    }
}
