package small;

import java.lang.invoke.MethodHandles;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        MethodHandles.lookup().findStaticSetter(Base.class, "held", Session.class).invoke(s);
        Base.held.close();
        s.send();
    }
}

class Base { static Session held = new Session(); }
