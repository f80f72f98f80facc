package small;

import java.util.function.Consumer;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ((Consumer<Session>) Act.Inner.class.getEnclosingClass().getDeclaredConstructor().newInstance()).accept(s);
        s.send();
    }
}

class Act implements Consumer<Session> { static class Inner { } public void accept(Session s) { s.close(); } }
