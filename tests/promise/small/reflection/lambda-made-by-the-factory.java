package small;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Consumer;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle act = lookup.findStatic(Act.class, "act", MethodType.methodType(void.class, Session.class));
        Consumer<Session> made = (Consumer<Session>) LambdaMetafactory.metafactory(lookup, "accept", MethodType.methodType(Consumer.class),
            MethodType.methodType(void.class, Object.class), act, act.type()).getTarget().invoke();
        made.accept(s);
        s.send();
    }
}

class Act { static void act(Session s) { s.close(); } }
