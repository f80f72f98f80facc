import java.lang.reflect.Field;
import sun.misc.Unsafe;

class Main {
    Action action = new A();
    Action other = new B();

    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        long offset = unsafe.objectFieldOffset(Main.class.getDeclaredField("action"));
        ((Action) unsafe.getObject(new Main(), offset)).run();
    }
}

interface Action {
    void run();
}

class A implements Action {
    public void run() { } //~ called by Main.main
}

class B implements Action {
    public void run() { } //~ never called
}
