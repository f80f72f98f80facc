// One thread gives another something through an object of the JDK, or by an array that a call of the JDK takes. The other
// thread looks under the same lock, and decides by what it has seen: no write of a `Box` races.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Scanner;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.Timer;
import java.util.TimerTask;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class Hidden {
    static class Box {
        int x;
    }

    interface Act {
        void run() throws Exception;
    }

    interface Look {
        boolean get() throws Exception;
    }

    static class Way {
        final Object lock = new Object();
        final Box box = new Box();
        final Act act;
        final Look look;
        final Consumer<Box> write;

        Way(Act act, Look look, Consumer<Box> write) {
            this.act = act;
            this.look = look;
            this.write = write;
        }

        void give() throws Exception {
            box.x = 1;
            synchronized (lock) {
                act.run();
            }
        }

        int take() throws Exception {
            boolean seen;
            synchronized (lock) {
                seen = look.get();
            }
            if (seen) {
                write.accept(box);
            }
            return box.x;
        }
    }

    static final String TEXT = new String("abc");
    static final char[] CHARS = new char[3];
    static final char[] LETTERS = new char[3];
    static final byte[] BYTES = new byte[3];
    static final String[] NAMES = new String[3];
    static final String[] ITEMS = new String[3];
    static final byte[] WRAPPED = new byte[3];
    static final int[] NUMBERS = new int[3];
    static final byte[] COPIED = new byte[3];
    static final ByteBuffer BUFFER = ByteBuffer.allocate(4);
    static final ByteBuffer VIEW = ByteBuffer.wrap(WRAPPED);
    static final List<String> SOURCE = List.of("a", "b", "c");
    static final List<String> ASLIST = Arrays.asList(ITEMS);
    static final StringBuilder FIRST = new StringBuilder();
    static final StringBuilder SECOND = new StringBuilder();
    static final StringBuilder THIRD = new StringBuilder();
    static final Calendar CALENDAR = Calendar.getInstance();
    static final ByteArrayOutputStream OUT = new ByteArrayOutputStream();
    static final ByteArrayOutputStream INNER = new ByteArrayOutputStream();
    static final DataOutputStream OUTER = new DataOutputStream(INNER);
    static final List<String> ADDED = new ArrayList<>();
    static final List<String> CHANGED = new ArrayList<>();
    static final List<String> FIXED = Collections.unmodifiableList(CHANGED);
    static final List<String> SHOWN = new ArrayList<>();
    static final List<String> OTHER = new ArrayList<>();
    static final List<String> EQUAL = new ArrayList<>();
    static final Matcher MATCHER = Pattern.compile("b").matcher("abc");
    static final char[] OWN = new char[2];
    static int field;
    static final Iterator<String> CURSOR = List.of("a").iterator();
    static final Scanner SCANNER = new Scanner("a b");
    static final StringTokenizer TOKENS = new StringTokenizer("a b");
    static final Map<String, String> MAP = new HashMap<>(Map.of("a", "b"));
    static final Map.Entry<String, String> ENTRY = MAP.entrySet().iterator().next();
    static final Map<String, String> OTHERS = new HashMap<>(Map.of("a", "b"));
    static final Map.Entry<String, String> PART = OTHERS.entrySet().iterator().next();
    static final Map<String, String> CONCURRENT = new ConcurrentHashMap<>(Map.of("a", "b"));
    static final Map.Entry<String, String> SHARED = CONCURRENT.entrySet().iterator().next();
    static final Map<String, String> RECENT = new LinkedHashMap<>(16, 0.75f, true);
    static final int[][] DEEP = {{1}, {2}};
    static final AtomicInteger COUNT = new AtomicInteger();
    static final AtomicInteger SUM = new AtomicInteger();
    static final CountDownLatch LATCH = new CountDownLatch(1);
    static final StringBuilder BUILDER = new StringBuilder();
    static final Thread THREAD = new Thread(() -> { });
    static final Thread STARTED = new Thread(() -> { });
    static final Throwable CAUSE = new Throwable();
    static final Properties ALL = System.getProperties();
    static final Properties DEFAULTS = new Properties();
    static final Properties OWNED = new Properties(DEFAULTS);
    static final List<String> LISTED = new ArrayList<>();
    static final List<String> LAST = new ArrayList<>();
    static final Object[] HUNDRED = new Object[100];
    static final Map<String, String> WEAK = new WeakHashMap<>();
    static final List<String> FILLED = new ArrayList<>();
    @SuppressWarnings("unchecked")
    static final BiConsumer<List<String>, String> FILLER =
            (BiConsumer<List<String>, String>) (BiConsumer<?, ?>) Collectors.toList().accumulator();
    static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
    static final WeakReference<Object> QUEUED = new WeakReference<>(TEXT, QUEUE);
    static final Timer TIMER = new Timer(true);
    static final Measure MEASURE = new Measure();

    static {
        HUNDRED[99] = LAST;
        RECENT.put("a", "a");
        RECENT.put("b", "b");
    }

    static class Measure extends ByteArrayOutputStream {
        int size;

        int counted() {
            return count;
        }
    }

    static boolean refuses() {
        try {
            TIMER.schedule(new TimerTask() {
                @Override
                public void run() { }
            }, 100_000);
            return false;
        } catch (IllegalStateException cancelled) {
            return true;
        }
    }

    static final StringJoiner JOINER = new StringJoiner("");

    // One thread alone has the array, and finds another value in it than it has written.
    static void fill() {
        OWN[0] = 'x';
        TEXT.getChars(0, 2, OWN, 0);
        if (OWN[0] != 'a') {
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) throws Exception {
        List<Way> ways = new ArrayList<>();
        ways.add(new Way(() -> TEXT.getChars(0, 3, CHARS, 0), () -> CHARS[0] == 'a', box -> box.x = 2));
        ways.add(new Way(() -> LETTERS[0] = 'a', () -> new String(LETTERS).startsWith("a"), box -> box.x = 2));
        ways.add(new Way(() -> new ByteArrayInputStream(new byte[] {1, 2}).read(BYTES), () -> BYTES[0] == 1, box -> box.x = 2));
        ways.add(new Way(() -> SOURCE.toArray(NAMES), () -> NAMES[0] != null, box -> box.x = 2));
        ways.add(new Way(() -> BUFFER.put(0, (byte) 1), () -> BUFFER.get(0) == 1, box -> box.x = 2));
        ways.add(new Way(() -> ASLIST.set(0, "a"), () -> ITEMS[0] != null, box -> box.x = 2));
        ways.add(new Way(() -> VIEW.put(0, (byte) 1), () -> WRAPPED[0] == 1, box -> box.x = 2));
        ways.add(new Way(() -> FIRST.append("a"), () -> String.valueOf(FIRST).equals("a"), box -> box.x = 2));
        ways.add(new Way(() -> SECOND.append("a"), () -> ("b" + SECOND).equals("ba"), box -> box.x = 2));
        ways.add(new Way(() -> THIRD.append("a"), () -> new StringBuilder(THIRD).length() > 0, box -> box.x = 2));
        ways.add(new Way(() -> CALENDAR.set(Calendar.YEAR, 1815), () -> CALENDAR.get(Calendar.YEAR) == 1815, box -> box.x = 2));
        ways.add(new Way(() -> OUT.write(1), () -> OUT.size() > 0, box -> box.x = 2));
        ways.add(new Way(() -> OUTER.writeByte(1), () -> INNER.size() > 0, box -> box.x = 2));
        ways.add(new Way(() -> Collections.addAll(ADDED, "a"), () -> ADDED.size() > 0, box -> box.x = 2));
        ways.add(new Way(() -> CHANGED.add("a"), () -> FIXED.size() > 0, box -> box.x = 2));
        ways.add(new Way(() -> SHOWN.add("a"), () -> String.format("%s", SHOWN).equals("[a]"), box -> box.x = 2));
        ways.add(new Way(() -> EQUAL.add("a"), () -> !OTHER.equals(EQUAL), box -> box.x = 2));
        ways.add(new Way(() -> MATCHER.find(), () -> MATCHER.hitEnd() || MATCHER.start() == 1, box -> box.x = 2));
        ways.add(new Way(() -> JOINER.add("a"), () -> JOINER.length() > 0, box -> box.x = 2));
        ways.add(new Way(() -> Array.setInt(NUMBERS, 0, 1), () -> NUMBERS[0] == 1, box -> box.x = 2));
        ways.add(new Way(() -> CURSOR.next(), () -> !CURSOR.hasNext(), box -> box.x = 2));
        ways.add(new Way(() -> SCANNER.next(), () -> SCANNER.next().equals("b"), box -> box.x = 2));
        ways.add(new Way(() -> TOKENS.nextElement(), () -> TOKENS.nextToken().equals("b"), box -> box.x = 2));
        ways.add(new Way(() -> ENTRY.setValue("z"), () -> MAP.get("a").equals("z"), box -> box.x = 2));
        ways.add(new Way(() -> OTHERS.put("a", "z"), () -> PART.getValue().equals("z"), box -> box.x = 2));
        ways.add(new Way(() -> SHARED.setValue("z"), () -> CONCURRENT.get("a").equals("z"), box -> box.x = 2));
        ways.add(new Way(() -> RECENT.get("a"), () -> RECENT.keySet().iterator().next().equals("b"), box -> box.x = 2));
        ways.add(new Way(() -> DEEP[0][0] = 3, () -> Arrays.deepToString(DEEP).contains("3"), box -> box.x = 2));
        ways.add(new Way(() -> COUNT.incrementAndGet(), () -> COUNT.toString().equals("1"), box -> box.x = 2));
        ways.add(new Way(() -> SUM.incrementAndGet(), () -> String.valueOf(SUM).equals("1"), box -> box.x = 2));
        ways.add(new Way(() -> LATCH.countDown(), () -> LATCH.toString().contains("= 0"), box -> box.x = 2));
        ways.add(new Way(() -> BUILDER.appendCodePoint('a'), () -> BUILDER.length() > 0, box -> box.x = 2));
        ways.add(new Way(() -> THREAD.setName("q"), () -> THREAD.getName().equals("q"), box -> box.x = 2));
        ways.add(new Way(() -> STARTED.start(), () -> STARTED.getState() != Thread.State.NEW, box -> box.x = 2));
        ways.add(new Way(() -> CAUSE.initCause(new Exception()), () -> CAUSE.getCause() != null, box -> box.x = 2));
        ways.add(new Way(() -> DEFAULTS.setProperty("a", "b"), () -> OWNED.getProperty("a") != null, box -> box.x = 2));
        ways.add(new Way(() -> LISTED.add("a"), () -> Arrays.toString(new Object[] {LISTED}).length() > 4, box -> box.x = 2));
        ways.add(new Way(() -> LAST.add("a"), () -> String.format("%100$s", HUNDRED).length() > 2, box -> box.x = 2));
        ways.add(new Way(() -> WEAK.put("a", "b"), () -> new HashMap<>(WEAK).size() > 0, box -> box.x = 2));
        ways.add(new Way(() -> QUEUED.enqueue(), () -> QUEUE.poll() != null, box -> box.x = 2));
        ways.add(new Way(() -> TIMER.cancel(), Hidden::refuses, box -> box.x = 2));
        ways.add(new Way(() -> MEASURE.write(1), () -> MEASURE.size > 0 || MEASURE.counted() > 0, box -> box.x = 2));
        ways.add(new Way(() -> FILLER.accept(FILLED, "a"), () -> FILLED.size() > 0, box -> box.x = 2));
        // These order threads by a state that all of them share: no other way may come behind one of them.
        ways.add(new Way(() -> System.setProperty("hidden", "a"), () -> System.getProperty("hidden") != null, box -> box.x = 2));
        ways.add(new Way(() -> System.setProperty("q", "a"), () -> ALL.getProperty("q") != null, box -> box.x = 2));
        ways.add(new Way(() -> field = 3, () -> Hidden.class.getDeclaredField("field").getInt(null) == 3, box -> box.x = 2));
        Thread other = new Thread(() -> {
            fill();
            for (Way way : ways) {
                try {
                    way.give();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        other.start();
        Thread.sleep(300);
        int sum = 0;
        for (Way way : ways) {
            sum += way.take();
        }
        other.join();
        System.out.println(sum);
    }
}
