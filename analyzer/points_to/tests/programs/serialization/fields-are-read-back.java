import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

class Main {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(new A());
        A a = (A) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        a.f();
    }
}

class A implements Serializable {
    B b = new B();

    void f() { //~ called by Main.main
        b.f();
    }
}

class B implements Serializable {
    void f() { } //~ called by A.f
}

class C {
    void f() { } //~ never called
}
