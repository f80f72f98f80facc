package small;

import java.lang.reflect.Method;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Method m = Act.class.getDeclaredMethod("hidden", Session.class);
        m.setAccessible(true);
        m.invoke(new Act(), s);
        s.send();
    }
}

class Act { private void hidden(Session s) { s.close(); } }
