import java.io.ObjectOutputStream;
import java.io.Serializable;

class Main {
    public static void main(String[] args) {
        new A().f();
    }
}

class A implements Serializable {
    void f() { } //~ called by Main.main

    private void writeObject(ObjectOutputStream out) { } //~ never called
}
