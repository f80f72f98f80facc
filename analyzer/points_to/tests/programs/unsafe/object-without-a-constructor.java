import java.lang.reflect.Field;
import sun.misc.Unsafe;

class Main {
    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        ((A) unsafe.allocateInstance(A.class)).f();
    }
}

class A {
    A() { } //~ never called

    void f() { } //~ called by Main.main

    void g() { } //~ never called
}
