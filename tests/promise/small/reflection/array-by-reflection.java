package small;

import java.lang.reflect.Array;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Object array = Array.newInstance(Session.class, 1);
        Array.set(array, 0, s);
        ((Session[]) array)[0].close();
        s.send();
    }
}
