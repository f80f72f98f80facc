import java.lang.reflect.Field;
import sun.misc.Unsafe;

class Main {
    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        try {
            ((Unsafe) field.get(null)).throwException(new Failure());
        } catch (RuntimeException e) {
            ((Failure) e).f();
        }
    }
}

class Failure extends RuntimeException {
    void f() { } //~ called by Main.main

    void g() { } //~ never called
}
