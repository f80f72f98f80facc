import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.io.ObjectOutputStream;
import java.io.Serializable;

class Main {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(new A());
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }
}

class A implements Serializable, ObjectInputValidation {
    private void readObject(ObjectInputStream in) throws Exception { //~ called by Main.main
        in.registerValidation(this, 0);
    }

    public void validateObject() { } //~ called by Main.main
}
