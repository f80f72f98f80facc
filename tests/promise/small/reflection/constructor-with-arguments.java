package small;

import java.lang.reflect.Constructor;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Constructor<?> constructor = Act.class.getDeclaredConstructors()[0];
        constructor.newInstance(s, new String[0]);
        s.send();
    }
}

class Act { Act(Session s, String... more) { s.close(); } }
