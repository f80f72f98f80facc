package residua.runtime;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many notifications each property got of each event. Where the system property {@code residua.count} names a file,
 * the numbers are written there when the program ends: {@code PROPERTY<tab>EVENT<tab>NUMBER}, a line for each.
 */
public final class Counters {
    /** Whether the numbers are written; if not, monitor code that runs without the lock leaves them as they are. */
    public static final boolean ON = !file().isEmpty();

    private static final Map<Integer, Counters> ALL = new TreeMap<>();

    private final String[] labels;
    private final long[] numbers;

    private Counters(String[] labels, long[] numbers) {
        this.labels = labels;
        this.numbers = numbers;
    }

    /**
     * Counters of one specification, all 0. Their holder increments them as monitor code.
     *
     * @param order position of the specification among all
     * @param labels {@code PROPERTY<tab>EVENT} for each counter
     * @return the counters
     */
    public static long[] register(int order, String[] labels) {
        long[] numbers = new long[labels.length];
        Faults.prepare();
        // Not under the lock of Gate: classes of monitors are initialized by threads that do not hold it.
        synchronized (ALL) {
            if (ALL.isEmpty() && ON) {
                Shutdown.afterAll(new Runnable() {
                    @Override
                    public void run() {
                        write();
                    }
                });
            }
            ALL.put(order, new Counters(labels, numbers));
        }
        return numbers;
    }

    private static List<Counters> all() {
        synchronized (ALL) {
            return new ArrayList<>(ALL.values());
        }
    }

    private static String file() {
        return Settings.get("residua.count", "");
    }

    private static void write() {
        try (Writer out = new OutputStreamWriter(new FileOutputStream(new File(file())), "UTF-8")) {
            for (Counters counters : all()) {
                for (int i = 0; i < counters.labels.length; i++) {
                    out.write(counters.labels[i] + "\t" + counters.numbers[i] + "\n");
                }
            }
        } catch (IOException failed) {
            Faults.tell("writing the counters to " + file(), failed);
        }
    }
}
