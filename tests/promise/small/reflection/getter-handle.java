package small;

import java.lang.invoke.MethodHandles;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Base base = new Base();
        base.held = s;
        ((Session) MethodHandles.lookup().findGetter(Base.class, "held", Session.class).invoke(base)).close();
        s.send();
    }
}

class Base { Session held; }
