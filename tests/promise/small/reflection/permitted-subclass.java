package small;

import java.util.function.Consumer;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ((Consumer<Session>) Top.class.getPermittedSubclasses()[0].getDeclaredConstructor().newInstance()).accept(s);
        s.send();
    }
}

sealed interface Top permits Act { }
final class Act implements Top, Consumer<Session> { public void accept(Session s) { s.close(); } }
