package small;

import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Stand.s = s;
        new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(new Stand());
        s.send();
    }
}

class Stand implements Serializable {
    static Session s;
    private Object writeReplace() { s.close(); return "text"; }
}
