import java.lang.reflect.Field;
import sun.misc.Unsafe;

class Main {
    Action action;

    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        Main main = new Main();
        long offset = unsafe.objectFieldOffset(Main.class.getDeclaredField("action"));
        unsafe.compareAndSwapObject(main, offset, null, new A());
        main.action.run();
    }
}

interface Action {
    void run();
}

class A implements Action {
    public void run() { } //~ called by Main.main

    public void other() { } //~ never called
}
