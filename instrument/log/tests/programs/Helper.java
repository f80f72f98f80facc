// A handle that a helper makes, of a field whose name another class gives: it orders what stands around it.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class Helper {
    static class Makers {
        static VarHandle handle(MethodHandles.Lookup lookup, Class<?> owner, String name) {
            try {
                return lookup.findVarHandle(owner, name, int.class);
            } catch (ReflectiveOperationException impossible) {
                throw new ExceptionInInitializerError(impossible);
            }
        }
    }

    static class Shared {
        static final VarHandle READY = Makers.handle(MethodHandles.lookup(), Shared.class, "ready");
        volatile int ready;
        int data;
    }

    public static void main(String[] args) throws Exception {
        Shared shared = new Shared();
        Thread other = new Thread(() -> {
            shared.data = 1;
            Shared.READY.setVolatile(shared, 1);
        });
        other.start();
        while (shared.ready == 0) {
            Thread.sleep(1);
        }
        System.out.println(shared.data);
        other.join();
    }
}
