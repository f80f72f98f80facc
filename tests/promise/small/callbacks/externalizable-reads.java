package small;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;

public class Main {
    public static void main(String[] args) throws Throwable {
        Session s = new Session();
        Out.s = s;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(new Out());
        out.flush();
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        s.send();
    }

    public static class Out implements Externalizable {
        static Session s;
        public void writeExternal(ObjectOutput out) {}
        public void readExternal(ObjectInput in) { s.close(); }
    }
}
