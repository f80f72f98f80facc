import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

class Main {
    interface Action extends Serializable {
        void run();
    }

    public static void main(String[] args) throws Exception {
        A a = new A();
        Action action = () -> { a.f(); }; //~ called by Main.main
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(action);
        ((Action) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject()).run();
    }
}

class A implements Serializable {
    void f() { } //~ called by Main.lambda

    private Object readResolve() { //~ called by Main.main
        return this;
    }
}
