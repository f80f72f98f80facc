package small;

import java.util.function.Consumer;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ((Consumer<Session>) Holder.class.getDeclaredMethod("act").getReturnType().getDeclaredConstructor().newInstance()).accept(s);
        s.send();
    }
}

class Holder { Act act() { return null; } }
class Act implements Consumer<Session> { public void accept(Session s) { s.close(); } }
