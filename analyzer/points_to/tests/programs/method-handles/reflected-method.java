import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;

class Main {
    public static void main(String[] args) throws Throwable {
        Method method = A.class.getDeclaredMethod("f");
        MethodHandles.lookup().unreflect(method).invoke();
    }
}

class A {
    static void f() { } //~ called by Main.main

    static void g() { } //~ never called
}
