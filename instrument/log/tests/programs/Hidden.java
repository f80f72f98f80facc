// What one thread gives another through an object of the JDK, or by an array that a call of the JDK takes. The other
// thread looks under the same lock, and decides by what it has seen: no write of a `Box` races.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
        ways.add(new Way(() -> System.setProperty("hidden", "a"), () -> System.getProperty("hidden") != null, box -> box.x = 2));
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
