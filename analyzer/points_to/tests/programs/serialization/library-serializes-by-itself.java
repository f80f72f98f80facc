//~ covered by separate-compilation: a class of the library other than the streams serializes the object
import java.io.Serializable;
import javax.crypto.NullCipher;
import javax.crypto.SealedObject;

class Main {
    public static void main(String[] args) throws Exception {
        new SealedObject(new A(), new NullCipher());
    }
}

class A implements Serializable {
    private final B b = new B();
}

class B implements Serializable {
    private Object writeReplace() { //~ called by Main.main
        return "B";
    }
}
