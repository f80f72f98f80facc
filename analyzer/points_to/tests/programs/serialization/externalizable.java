import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;

public class Main implements Externalizable {
    public Main() { } //~ called by Main.main

    Main(int n) { } //~ called by Main.main

    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Main(1));
        }
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    public void writeExternal(ObjectOutput out) { } //~ called by Main.main

    public void readExternal(ObjectInput in) { } //~ called by Main.main

    public void other(ObjectInput in) { } //~ never called
}
