package small;

import java.lang.invoke.MethodHandles;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        MethodHandles.lookup().unreflect(Act.class.getDeclaredMethod("act", Session.class)).invoke(s);
        s.send();
    }
}

class Act { static void act(Session s) { s.close(); } }
