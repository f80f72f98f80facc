import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

class Main {
    public static void main(String[] args) throws Exception {
        Runnable action = (Runnable & Serializable) () -> { }; //~ called by Main.main
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(action);
        ((Runnable) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject()).run();
    }
}
