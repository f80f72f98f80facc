package small;

import java.lang.reflect.Array;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Session[] array = {s};
        ((Session) Array.get(array, 0)).close();
        s.send();
    }
}
