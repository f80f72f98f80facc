import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;

class Main {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutput out = new ObjectOutputStream(bytes);
        out.writeObject(new A());
        out.flush();
        ObjectInput in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        in.readObject();
    }
}

class Base {
    Base() { } //~ called by Main.main A.<init>
}

class A extends Base implements Serializable {
    A() { } //~ called by Main.main
}
