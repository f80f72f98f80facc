package small;

import java.util.function.Consumer;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Act[] acts = new Act[0];
        ((Consumer<Session>) acts.getClass().getComponentType().getDeclaredConstructor().newInstance()).accept(s);
        s.send();
    }
}

class Act implements Consumer<Session> { public void accept(Session s) { s.close(); } }
