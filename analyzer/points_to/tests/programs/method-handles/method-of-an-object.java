import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main {
    public static void main(String[] args) throws Throwable {
        MethodHandles.lookup().bind(new A(), "f", MethodType.methodType(void.class)).invoke();
    }
}

class A {
    void f() { } //~ called by Main.main

    void g() { } //~ never called
}
