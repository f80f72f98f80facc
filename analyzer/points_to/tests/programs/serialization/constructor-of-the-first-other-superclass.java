import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

class Main {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(new B(1));
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }
}

class A {
    A() { } //~ called by Main.main

    A(int n) { } //~ called by B.<init>
}

class B extends A implements Serializable {
    B(int n) { super(n); } //~ called by Main.main

    B() { super(2); } //~ never called
}
