package small;

import java.util.function.Consumer;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        ((Consumer<Session>) Holder.class.getDeclaredField("act").getType().getDeclaredConstructor().newInstance()).accept(s);
        s.send();
    }
}

class Holder { Act act; }
class Act implements Consumer<Session> { public void accept(Session s) { s.close(); } }
