import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;

class Main {
    public static void main(String[] args) throws Exception {
        new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(new A());
    }
}

class A implements Serializable {
    private final B b = new B();
}

class B implements Serializable {
    private Object writeReplace() { //~ called by Main.main
        return "B";
    }

    private Object readResolve() { //~ may be called by Main.main
        return this;
    }
}
