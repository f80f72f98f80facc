import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

class Main {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(Sign.PLUS);
        ((Sign) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject()).apply();
    }
}

enum Sign {
    PLUS {
        void apply() { } //~ called by Main.main
    };

    abstract void apply();
}
