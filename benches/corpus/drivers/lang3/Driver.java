package driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.BooleanUtils;
import org.apache.commons.lang3.CharSet;
import org.apache.commons.lang3.ClassUtils;
import org.apache.commons.lang3.EnumUtils;
import org.apache.commons.lang3.LocaleUtils;
import org.apache.commons.lang3.Range;
import org.apache.commons.lang3.SerializationUtils;
import org.apache.commons.lang3.StringEscapeUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.Validate;
import org.apache.commons.lang3.builder.CompareToBuilder;
import org.apache.commons.lang3.builder.EqualsBuilder;
import org.apache.commons.lang3.builder.HashCodeBuilder;
import org.apache.commons.lang3.builder.ToStringBuilder;
import org.apache.commons.lang3.builder.ToStringStyle;
import org.apache.commons.lang3.concurrent.BackgroundInitializer;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.apache.commons.lang3.concurrent.LazyInitializer;
import org.apache.commons.lang3.concurrent.Memoizer;
import org.apache.commons.lang3.event.EventListenerSupport;
import org.apache.commons.lang3.math.Fraction;
import org.apache.commons.lang3.math.NumberUtils;
import org.apache.commons.lang3.mutable.MutableInt;
import org.apache.commons.lang3.reflect.FieldUtils;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.apache.commons.lang3.text.StrBuilder;
import org.apache.commons.lang3.text.StrSubstitutor;
import org.apache.commons.lang3.text.StrTokenizer;
import org.apache.commons.lang3.text.WordUtils;
import org.apache.commons.lang3.time.DateUtils;
import org.apache.commons.lang3.time.DurationFormatUtils;
import org.apache.commons.lang3.time.FastDateFormat;
import org.apache.commons.lang3.time.StopWatch;
import org.apache.commons.lang3.tuple.ImmutablePair;
import org.apache.commons.lang3.tuple.Pair;
import org.apache.commons.lang3.tuple.Triple;

/** Uses the strings, builders, dates, reflection and tools for threads on several threads. */
public final class Driver {
    /** What is built, compared, copied and looked into. */
    public static final class Point implements java.io.Serializable, Comparable<Point> {
        private static final long serialVersionUID = 1;
        final int x;
        final String name;

        public Point(int x, String name) {
            this.x = x;
            this.name = name;
        }

        public String label(String prefix) {
            return prefix + name;
        }

        @Override
        public int compareTo(Point other) {
            return new CompareToBuilder().append(x, other.x).append(name, other.name, Comparator.reverseOrder()).toComparison();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Point && new EqualsBuilder().append(x, ((Point) other).x).append(name, ((Point) other).name).isEquals();
        }

        @Override
        public int hashCode() {
            return new HashCodeBuilder(17, 37).append(x).append(name).toHashCode();
        }

        @Override
        public String toString() {
            return new ToStringBuilder(this, ToStringStyle.SHORT_PREFIX_STYLE).append("x", x).append("name", name).toString();
        }
    }

    /** A listener. */
    public interface Listener {
        void told(String text);
    }

    public static void main(String[] arguments) throws Exception {
        BasicThreadFactory factory = new BasicThreadFactory.Builder().namingPattern("worker-%d").daemon(true).build();
        ExecutorService pool = Executors.newFixedThreadPool(3, factory);
        Memoizer<Integer, String> memoizer = new Memoizer<Integer, String>(n -> StringUtils.repeat("ab", n));
        List<Callable<String>> tasks = new ArrayList<>();
        for (int i = 1; i < 5; i++) {
            int n = i;
            tasks.add(() -> strings(n) + memoizer.compute(n % 2));
            tasks.add(() -> times(n));
            tasks.add(() -> objects(n));
        }
        for (Future<String> result : pool.invokeAll(tasks)) {
            System.out.println(result.get());
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println(threads());
    }

    private static String strings(int n) {
        String text = StringUtils.join(new String[] {"alpha", "beta", "gamma"}, ',') + n;
        StrBuilder builder = new StrBuilder(text).appendSeparator(";").append(n).replaceAll("a", "A").appendFixedWidthPadLeft(n, 4, '0');
        StrTokenizer tokens = StrTokenizer.getCSVInstance("a, \"b,c\" ,d" + n);
        String filled = new StrSubstitutor(Map.of("who", "you", "n", "" + n)).replace("hello ${who} ${n} ${none:-default}");
        return String.join("|", builder.toString(), tokens.getTokenList().toString(), filled, WordUtils.capitalizeFully("some WORDS"),
            StringUtils.abbreviate(text, 8 + n), StringUtils.difference("abc", "abd"), StringEscapeUtils.escapeHtml4("<\u00e9&>"),
            StringEscapeUtils.unescapeJava("\\u0041\\n").trim(), "" + StringUtils.getLevenshteinDistance("kitten", "sitting"),
            "" + CharSet.getInstance("a-e", "^c").contains('d'), StringUtils.swapCase(text), StringUtils.reverseDelimited(text, ','),
            StringUtils.center("x", n + 4, '*'), "" + StringUtils.countMatches(text, "a"), StringUtils.stripAccents("\u00e9"));
    }

    private static String times(int n) throws Exception {
        FastDateFormat format = FastDateFormat.getInstance("yyyy-MM-dd'T'HH:mm:ss.SSS EEE zz", TimeZone.getTimeZone("GMT"), Locale.ENGLISH);
        Date date = DateUtils.addDays(new Date(1_000_000_000_000L), n);
        String text = format.format(date);
        Date back = format.parse(text);
        StopWatch watch = StopWatch.createStarted();
        watch.stop();
        return text + " " + back.equals(date) + " " + DateUtils.truncate(date, java.util.Calendar.MONTH).getTime() + " "
            + DurationFormatUtils.formatDurationWords(n * 3_661_000L, true, true) + " "
            + DurationFormatUtils.formatDuration(n * 61_000L, "H:mm:ss") + " " + DateUtils.parseDate("2001/02/0" + n, "yyyy/MM/dd").getTime()
            + " " + (watch.getTime() >= 0);
    }

    private static String objects(int n) throws Exception {
        Point point = new Point(n, "p" + n);
        Point copy = SerializationUtils.clone(point);
        Pair<Integer, Point> pair = ImmutablePair.of(n, copy);
        Triple<String, Point, Integer> triple = Triple.of("t", point, n);
        MutableInt count = new MutableInt();
        EventListenerSupport<Listener> listeners = EventListenerSupport.create(Listener.class);
        listeners.addListener(text -> count.add(text.length()));
        listeners.fire().told("event" + n);
        Range<Point> range = Range.between(new Point(0, "a"), new Point(3, "b"));
        Point[] points = ArrayUtils.addAll(new Point[] {point}, copy, new Point(-n, "q"));
        Arrays.sort(points);
        ArrayUtils.reverse(points);
        return point.equals(copy) + " " + pair + " " + triple.getMiddle() + " " + count + " " + range.contains(point) + " " + points[0] + " "
            + MethodUtils.invokeMethod(point, "label", "l-") + " " + FieldUtils.readField(point, "x", true) + " "
            + ToStringBuilder.reflectionToString(point, ToStringStyle.JSON_STYLE) + " " + HashCodeBuilder.reflectionHashCode(point)
            + " " + EqualsBuilder.reflectionEquals(point, copy) + " " + ClassUtils.getAllInterfaces(Point.class).size() + " "
            + Fraction.getFraction(n, 6).add(Fraction.ONE_HALF).reduce() + " " + NumberUtils.createNumber("0x1F" + n) + " "
            + BooleanUtils.toBoolean("yes") + " " + EnumUtils.getEnumList(TimeUnit.class).size() + " "
            + LocaleUtils.toLocale("en_GB").getCountry() + " " + Validate.notNull(point).hashCode();
    }

    private static String threads() throws Exception {
        BackgroundInitializer<String> background = new BackgroundInitializer<String>() {
            @Override
            protected String initialize() {
                return "background";
            }
        };
        background.start();
        LazyInitializer<Point> lazy = new LazyInitializer<Point>() {
            @Override
            protected Point initialize() {
                return new Point(1, "lazy");
            }
        };
        return background.get() + " " + lazy.get() + " " + (lazy.get() == lazy.get());
    }
}
