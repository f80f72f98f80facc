import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main {
    public static void main(String[] args) throws Throwable {
        MethodHandle handle = MethodHandles.lookup().findVirtual(A.class, "f", MethodType.methodType(void.class));
        handle.invoke(new B());
    }
}

class A {
    void f() { } //~ may be called by Main.main

    void g() { } //~ never called
}

class B extends A {
    void f() { } //~ called by Main.main
}
