// Two threads call methods of the JDK with one object. None of these brings anything from one thread to the other, so each
// way has its race.
// race: 68 68
// race: 69 69
// race: 70 70
// race: 71 71
// race: 72 72
// race: 73 73
// race: 74 74
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
    static final Map<String, String> SHARED = new ConcurrentHashMap<>(Map.of("a", "b"));
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

    static void load() {
        try {
            Class.forName("java.util.BitSet", true, LOADER);
        } catch (ClassNotFoundException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    // A call of the library that has ended calls nothing any more.
    static int iterate() {
        int sum = 0;
        for (String key : SHARED.keySet()) {
            sum += key.length();
        }
        return sum;
    }

    static final List<Way> WAYS = List.of(
            new Way(() -> text(LOADER), box -> box.x++),
            new Way(() -> text(TEXT), box -> box.x++),
            new Way(() -> Thread.currentThread().setContextClassLoader(LOADER), box -> box.x++),
            new Way(() -> WEAK.get(), box -> box.x++),
            new Way(() -> refer(LOADER), box -> box.x++),
            new Way(() -> load(), box -> box.x++),
            new Way(() -> LOADER.getResource("none"), box -> box.x++));

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            iterate();
            for (Way way : WAYS) {
                way.write.accept(way.box);
                way.act.run();
            }
        });
        other.start();
        Thread.sleep(300);
        int sum = iterate();
        for (Way way : WAYS) {
            way.act.run();
            way.write.accept(way.box);
            sum += way.box.x;
        }
        other.join();
        System.out.println(sum);
    }
}
