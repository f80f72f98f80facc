import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

class Main {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(make());
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    static Point make() {
        return new Point(1);
    }
}

record Point(int x) implements Serializable {
    Point { } //~ called by Main.main Main.make
}
