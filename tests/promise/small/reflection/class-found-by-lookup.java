package small;

import java.lang.invoke.MethodHandles;

class Main {
    static Session s;

    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Main.s = s;
        MethodHandles.lookup().findClass("small.Made").getDeclaredConstructor().newInstance();
        s.send();
    }
}

class Made { Made() { Main.s.close(); } }
