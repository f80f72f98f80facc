import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main {
    public static void main(String[] args) throws Throwable {
        MethodType type = MethodType.methodType(void.class, String.class);
        MethodHandle handle = MethodHandles.lookup().findConstructor(A.class, type);
        A a = (A) handle.invoke("text");
        a.f();
    }
}

class A {
    A(String text) { } //~ called by Main.main

    void f() { } //~ called by Main.main

    void g() { } //~ never called
}
