import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main {
    public static void main(String[] args) throws Throwable {
        MethodType type = MethodType.methodType(void.class);
        MethodHandle handle = MethodHandles.lookup().findStatic(A.class, "f", type);
        handle.invokeExact();
    }
}

class A {
    static void f() { } //~ called by Main.main

    static void g() { } //~ never called
}
