package small;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Consumer;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Class<?> type = MethodHandles.lookup().findConstructor(Act.class, MethodType.methodType(void.class)).type().returnType();
        ((Consumer<Session>) type.getDeclaredConstructor().newInstance()).accept(s);
        s.send();
    }
}

class Act implements Consumer<Session> { public void accept(Session s) { s.close(); } }
