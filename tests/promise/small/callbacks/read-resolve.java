package small;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Stand.s = s;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(new Stand());
        out.flush();
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        s.send();
    }
}

class Stand implements Serializable {
    static Session s;
    private Object readResolve() { s.close(); return this; }
}
