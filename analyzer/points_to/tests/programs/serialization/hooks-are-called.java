import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

class Main {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(new A());
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }
}

class A implements Serializable {
    private void writeObject(ObjectOutputStream out) throws IOException { //~ called by Main.main
        out.defaultWriteObject();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { //~ called by Main.main
        in.defaultReadObject();
    }

    private Object readResolve() { //~ called by Main.main
        return this;
    }

    private void other(ObjectInputStream in) { } //~ never called
}
