package small;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        MethodHandles.lookup().findConstructor(Act.class, MethodType.methodType(void.class, Session.class)).invoke(s);
        s.send();
    }
}

class Act { Act(Session s) { s.close(); } }
