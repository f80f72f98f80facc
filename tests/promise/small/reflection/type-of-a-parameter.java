package small;

import java.util.function.Consumer;

class Main {
    static void take(Act act) { }

    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Consumer<Session> act = (Consumer<Session>) Main.class.getDeclaredMethod("take", Act.class).getParameterTypes()[0].getDeclaredConstructor().newInstance();
        act.accept(s);
        s.send();
    }
}

class Act implements Consumer<Session> { public void accept(Session s) { s.close(); } }
