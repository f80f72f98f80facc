package small;

import java.util.function.Consumer;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ((Consumer<Session>) Outer.class.getDeclaredClasses()[0].getDeclaredConstructor().newInstance()).accept(s);
        s.send();
    }
}

class Outer { static class Act implements Consumer<Session> { public void accept(Session s) { s.close(); } } }
