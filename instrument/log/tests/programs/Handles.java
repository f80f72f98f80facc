// Fields that updaters and variable handles write, and that the program reads: they order what stands around them.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class Handles {
    static final AtomicIntegerFieldUpdater<Handles> UPDATER = AtomicIntegerFieldUpdater.newUpdater(Handles.class, "first");
    static final VarHandle HANDLE;
    static final VarHandle THIRD;

    static {
        try {
            HANDLE = MethodHandles.lookup().findVarHandle(Handles.class, "second", int.class);
            THIRD = MethodHandles.lookup().unreflectVarHandle(Handles.class.getDeclaredField("third"));
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    volatile int first;
    volatile int second;
    volatile int third;
    volatile int back;
    int one;
    int two;
    int three;
    int four;

    void write() {
        one = 1;
        UPDATER.set(this, 1);
        two = 2;
        HANDLE.setRelease(this, 1);
        three = 3;
        THIRD.compareAndSet(this, 0, 1);
        while (UPDATER.get(this) != 2) {
            Thread.yield();
        }
        four = 4;
    }

    public static void main(String[] args) throws Exception {
        Handles shared = new Handles();
        Thread other = new Thread(shared::write);
        other.start();
        while (shared.first == 0) {
            Thread.sleep(1);
        }
        int sum = shared.one;
        while (shared.second == 0) {
            Thread.sleep(1);
        }
        sum += shared.two;
        while (shared.third == 0) {
            Thread.sleep(1);
        }
        sum += shared.three;
        shared.four = 5;
        shared.first = 2;
        other.join();
        System.out.println(sum + shared.four);
    }
}
