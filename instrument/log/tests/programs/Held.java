// Two threads call methods of the JDK with one object. None of these brings anything from one thread to the other, so each
// way has its race.
// race: 46 46
// race: 47 47
// race: 48 48
// race: 49 49
// race: 50 50
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.function.Consumer;

public class Held {
    static class Box {
        int x;
    }

    static class Way {
        final Box box = new Box();
        final Runnable act;
        final Consumer<Box> write;

        Way(Runnable act, Consumer<Box> write) {
            this.act = act;
            this.write = write;
        }
    }

    static final ClassLoader LOADER = Held.class.getClassLoader();
    static final WeakReference<ClassLoader> WEAK = new WeakReference<>(LOADER);
    static final StringBuilder TEXT = new StringBuilder("a");

    // The text that the builder takes is a copy: what is done to the builder then is done to it alone.
    static void text(Object object) {
        StringBuilder builder = new StringBuilder();
        builder.append("loader ").append(object);
        builder.append(builder.length());
    }

    static void refer(Object object) {
        SoftReference<Object> reference = new SoftReference<>(object);
        reference.get();
    }

    static final List<Way> WAYS = List.of(
            new Way(() -> text(LOADER), box -> box.x++),
            new Way(() -> text(TEXT), box -> box.x++),
            new Way(() -> Thread.currentThread().setContextClassLoader(LOADER), box -> box.x++),
            new Way(() -> WEAK.get(), box -> box.x++),
            new Way(() -> refer(LOADER), box -> box.x++));

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            for (Way way : WAYS) {
                way.write.accept(way.box);
                way.act.run();
            }
        });
        other.start();
        Thread.sleep(300);
        int sum = 0;
        for (Way way : WAYS) {
            way.act.run();
            way.write.accept(way.box);
            sum += way.box.x;
        }
        other.join();
        System.out.println(sum);
    }
}
