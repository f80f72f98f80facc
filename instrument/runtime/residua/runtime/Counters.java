package residua.runtime;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many notifications each property got of each event. Where the system property {@code residua.count} names a file,
 * the numbers are written there when the program ends: {@code PROPERTY<tab>EVENT<tab>NUMBER}, a line for each. Where
 * {@code residua.count.places} names one, it gets the numbers for each place: {@code PROPERTY<tab>EVENT<tab>FILE:LINE<tab>NUMBER}.
 */
public final class Counters {
    /** Whether the numbers are written; if not, monitor code that runs without the lock leaves them as they are. */
    public static final boolean ON = !file().isEmpty() || !placesFile().isEmpty();

    /** Whether they are written for each place. */
    public static final boolean BY_PLACE = !placesFile().isEmpty();

    private static final Map<Integer, Counters> ALL = new TreeMap<>();

    private final String[] labels;
    private final long[] numbers;
    private final List<Map<String, long[]>> places = new ArrayList<>();

    private Counters(String[] labels, long[] numbers) {
        this.labels = labels;
        this.numbers = numbers;
        for (int i = 0; i < labels.length; i++) {
            places.add(new HashMap<String, long[]>());
        }
    }

    /**
     * Counts a notification at its place, as monitor code.
     *
     * @param order position of the specification among all
     * @param counter the counter's number among those of the specification
     * @param at {@code FILE:LINE}
     */
    public static void count(int order, int counter, String at) {
        Counters counters;
        synchronized (ALL) {
            counters = ALL.get(order);
        }
        Map<String, long[]> places = counters.places.get(counter);
        long[] number = places.get(at);
        if (number == null) {
            number = new long[1];
            places.put(at, number);
        }
        number[0]++;
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

    private static String placesFile() {
        return Settings.get("residua.count.places", "");
    }

    private static void write() {
        List<String> lines = new ArrayList<>();
        List<String> byPlace = new ArrayList<>();
        for (Counters counters : all()) {
            for (int i = 0; i < counters.labels.length; i++) {
                lines.add(counters.labels[i] + "\t" + counters.numbers[i]);
                for (Map.Entry<String, long[]> place : new TreeMap<>(counters.places.get(i)).entrySet()) {
                    byPlace.add(counters.labels[i] + "\t" + place.getKey() + "\t" + place.getValue()[0]);
                }
            }
        }
        write(file(), lines);
        write(placesFile(), byPlace);
    }

    private static void write(String file, List<String> lines) {
        if (file.isEmpty()) {
            return;
        }
        try (Writer out = new OutputStreamWriter(new FileOutputStream(new File(file)), "UTF-8")) {
            for (String line : lines) {
                out.write(line + "\n");
            }
        } catch (IOException failed) {
            Faults.tell("writing the counters to " + file, failed);
        }
    }
}
