import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

class Main {
    public static void main(String[] args) throws Throwable {
        call("f");
        call("g");
    }

    static void call(String name) throws Throwable {
        MethodHandles.lookup().findStatic(A.class, name, MethodType.methodType(void.class)).invoke();
    }
}

class A {
    static void f() { } //~ called by Main.call

    static void g() { } //~ called by Main.call

    static void h() { } //~ never called
}
