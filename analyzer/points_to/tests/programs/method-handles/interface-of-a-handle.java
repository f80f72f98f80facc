import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class Main {
    public interface Action {
        void run();
    }

    public static void f() { } //~ called by Main.main

    public static void main(String[] args) throws Throwable {
        MethodHandle handle = MethodHandles.lookup().findStatic(Main.class, "f", MethodType.methodType(void.class));
        MethodHandleProxies.asInterfaceInstance(Action.class, handle).run();
    }
}
