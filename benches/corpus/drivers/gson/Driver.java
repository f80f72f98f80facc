package driver;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

import com.google.gson.ExclusionStrategy;
import com.google.gson.FieldAttributes;
import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.InstanceCreator;
import com.google.gson.JsonArray;
import com.google.gson.JsonDeserializationContext;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializationContext;
import com.google.gson.JsonSerializer;
import com.google.gson.JsonStreamParser;
import com.google.gson.LongSerializationPolicy;
import com.google.gson.ReflectionAccessFilter;
import com.google.gson.ToNumberPolicy;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.annotations.Expose;
import com.google.gson.annotations.JsonAdapter;
import com.google.gson.annotations.SerializedName;
import com.google.gson.annotations.Since;
import com.google.gson.annotations.Until;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;

/** Writes, reads, builds, streams and refuses texts of JSON by one shared and many own configurations on several threads. */
public final class Driver {
    /** Constants, one by another name. */
    enum Color {
        RED, @SerializedName("verde") GREEN {
            @Override
            int code() {
                return 7;
            }
        };

        int code() {
            return ordinal();
        }
    }

    /** Made by its canonical constructor. */
    record Point(int x, @SerializedName(value = "y", alternate = {"why", "Y"}) long y, String label) {
        Point {
            label = label == null ? "origin" : label;
        }
    }

    /** What holds anything. */
    static class Box<T extends Comparable<T>> {
        T content;
        List<? extends T> more = new ArrayList<>();
        private transient int seen = 3;
    }

    /** Shapes of two kinds, told apart by a field. */
    interface Shape {
        double area();
    }

    static final class Circle implements Shape {
        double radius = 1.5;

        @Override
        public double area() {
            return radius * radius * 3;
        }
    }

    static final class Square implements Shape {
        float side = 2;

        @Override
        public double area() {
            return side * side;
        }
    }

    /** Fields of versions, exposed and hidden ones, with adapters of their own. */
    static class Account {
        @Expose
        String userName = "u<ser>";
        @Expose(serialize = false)
        String passWord = "secret";
        @Since(1.1)
        int addedField = 11;
        @Until(1.1)
        int oldField = 10;
        @JsonAdapter(Celsius.class)
        double heat = 21.5;
        @JsonAdapter(value = Upper.class, nullSafe = false)
        String shout = "loud";
        @JsonAdapter(Wrapped.class)
        List<Integer> numbers = List.of(1, 2);
        Object anything = new int[][] {{1}, {2, 3}};
        Account parent;
    }

    /** Has no constructor without parameters; what it holds belongs to an object around it. */
    final class Inner {
        final int number;

        Inner(int number) {
            this.number = number;
        }
    }

    static final class Celsius extends TypeAdapter<Double> {
        @Override
        public void write(JsonWriter out, Double value) throws IOException {
            out.jsonValue("\"" + value + "C\"");
        }

        @Override
        public Double read(JsonReader in) throws IOException {
            String text = in.nextString();
            return Double.valueOf(text.substring(0, text.length() - 1));
        }
    }

    static final class Upper implements JsonSerializer<String>, JsonDeserializer<String> {
        @Override
        public JsonElement serialize(String text, Type type, JsonSerializationContext context) {
            return text == null ? JsonNull.INSTANCE : context.serialize(text.toUpperCase(Locale.ROOT).toCharArray());
        }

        @Override
        public String deserialize(JsonElement json, Type type, JsonDeserializationContext context) {
            return json.isJsonNull() ? "none" : new String((char[]) context.deserialize(json, char[].class)).toLowerCase(Locale.ROOT);
        }
    }

    /** Puts what the next adapter writes into an object. */
    static final class Wrapped implements TypeAdapterFactory {
        @Override
        public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
            if (!Collection.class.isAssignableFrom(type.getRawType())) {
                return null;
            }
            TypeAdapter<T> next = gson.getDelegateAdapter(this, type);
            return new TypeAdapter<T>() {
                @Override
                public void write(JsonWriter out, T value) throws IOException {
                    out.beginObject().name("wrapped");
                    next.write(out, value);
                    out.endObject();
                }

                @Override
                public T read(JsonReader in) throws IOException {
                    in.beginObject();
                    in.nextName();
                    T value = next.read(in);
                    in.endObject();
                    return value;
                }
            }.nullSafe();
        }
    }

    /** Names the kind of a shape, and reads by it. */
    static final class Shapes implements JsonSerializer<Shape>, JsonDeserializer<Shape> {
        private final Gson plain = new Gson();

        @Override
        public JsonElement serialize(Shape shape, Type type, JsonSerializationContext context) {
            JsonObject json = plain.toJsonTree(shape, shape.getClass()).getAsJsonObject();
            json.addProperty("kind", shape.getClass().getSimpleName());
            return json;
        }

        @Override
        public Shape deserialize(JsonElement json, Type type, JsonDeserializationContext context) {
            String kind = json.getAsJsonObject().remove("kind").getAsString();
            return plain.fromJson(json, kind.equals("Circle") ? Circle.class : Square.class);
        }
    }

    private static final Gson SHARED = new Gson();

    public static void main(String[] arguments) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        List<Callable<String>> tasks = new ArrayList<>();
        for (int n : new int[] {0, 1, 2, 3}) {
            tasks.add(() -> objects(n));
            tasks.add(() -> configured(n));
            tasks.add(() -> library(n));
            tasks.add(() -> trees(n));
            tasks.add(() -> streams(n));
        }
        ExecutorService pool = Executors.newFixedThreadPool(3);
        try {
            for (Future<String> result : pool.invokeAll(tasks)) {
                System.out.println(result.get());
            }
        } finally {
            pool.shutdown();
        }
        System.out.println(String.join("\n", errors()));
    }

    private static String objects(int n) {
        Box<Integer> box = new Box<>();
        box.content = n;
        box.more = List.of(n, n + 1);
        Type type = new TypeToken<Map<String, Box<Integer>>>() { }.getType();
        String text = SHARED.toJson(Map.of("box", box), type);
        Map<String, Box<Integer>> back = SHARED.fromJson(text, type);
        Box<Integer> read = back.get("box");
        Account account = SHARED.fromJson(SHARED.toJson(new Account()), Account.class);
        account.parent = new Account();
        List<Point> points = SHARED.fromJson("[{'x':1,'why':2},{x:3,Y:4,label:five}]", new TypeToken<List<Point>>() { });
        Map<Color, Point[]> colors = new EnumMap<>(Color.class);
        colors.put(Color.GREEN, points.toArray(new Point[0]));
        String colored = SHARED.toJson(colors, TypeToken.getParameterized(Map.class, Color.class, Point[].class).getType());
        Map<Color, Point[]> again = SHARED.fromJson(colored, TypeToken.getParameterized(EnumMap.class, Color.class, Point[].class).getType());
        TypeToken<?> arrays = TypeToken.getArray(new TypeToken<Box<String>>() { }.getType());
        return text + " " + (read.content + read.more.get(1)) + read.seen + " " + SHARED.toJson(account) + account.shout + account.heat
            + " " + points + colored + again.keySet().iterator().next().code() + " " + arrays + " " + arrays.getRawType().getSimpleName();
    }

    private static String configured(int n) {
        GsonBuilder builder = new GsonBuilder().setVersion(1.0 + n * 0.1).registerTypeHierarchyAdapter(Shape.class, new Shapes())
            .registerTypeAdapterFactory(new Wrapped()).setFieldNamingPolicy(FieldNamingPolicy.values()[n])
            .setLongSerializationPolicy(n % 2 == 0 ? LongSerializationPolicy.STRING : LongSerializationPolicy.DEFAULT)
            .setObjectToNumberStrategy(ToNumberPolicy.values()[n]).setNumberToNumberStrategy(ToNumberPolicy.BIG_DECIMAL)
            .addReflectionAccessFilter(ReflectionAccessFilter.BLOCK_INACCESSIBLE_JAVA);
        switch (n) {
            case 0 -> builder.excludeFieldsWithoutExposeAnnotation().setPrettyPrinting();
            case 1 -> builder.serializeNulls().disableHtmlEscaping().enableComplexMapKeySerialization();
            case 2 -> builder.setExclusionStrategies(without("parent", Color.class)).serializeSpecialFloatingPointValues();
            default -> builder.setFieldNamingStrategy(field -> "_" + field.getName()).disableInnerClassSerialization().generateNonExecutableJson();
        }
        Gson gson = builder.create();
        List<Shape> shapes = List.of(new Circle(), new Square());
        String text = gson.toJson(shapes, new TypeToken<List<Shape>>() { }.getType());
        double area = 0;
        for (Shape shape : gson.<List<Shape>>fromJson(text, new TypeToken<List<Shape>>() { }.getType())) {
            area += shape.area();
        }
        Map<Point, Long> keys = new TreeMap<>((one, other) -> Integer.compare(one.x, other.x));
        keys.put(new Point(n, 2, null), 1L << n);
        keys.put(new Point(n - 1, 3, "b"), 2L);
        Object number = gson.fromJson(n == 3 ? "[12]" : "[12.5]", Object.class);
        Gson rebuilt = gson.newBuilder().registerTypeAdapter(Point.class, new PointAdapter().nullSafe()).create();
        return gson.toJson(new Account()) + text + area + gson.toJson(keys, new TypeToken<Map<Point, Long>>() { }.getType()) + number
            + rebuilt.toJson(new Point[] {new Point(1, 2, "c"), null}) + rebuilt.fromJson("'4;5'", Point.class);
    }

    /** Points in one text. */
    static final class PointAdapter extends TypeAdapter<Point> {
        @Override
        public void write(JsonWriter out, Point point) throws IOException {
            out.value(point.x + ";" + point.y);
        }

        @Override
        public Point read(JsonReader in) throws IOException {
            String[] parts = in.nextString().split(";");
            return new Point(Integer.parseInt(parts[0]), Long.parseLong(parts[1]), "read");
        }
    }

    private static ExclusionStrategy without(String field, Class<?> type) {
        return new ExclusionStrategy() {
            @Override
            public boolean shouldSkipField(FieldAttributes attributes) {
                return attributes.getName().equals(field) && attributes.getAnnotation(Expose.class) == null;
            }

            @Override
            public boolean shouldSkipClass(Class<?> skipped) {
                return skipped == type;
            }
        };
    }

    /** Classes of the JDK that have adapters. */
    static class Library {
        BigDecimal big = new BigDecimal("1.50");
        URI uri = URI.create("http://h/p?q");
        UUID id = new UUID(1, 2);
        Currency currency = Currency.getInstance("EUR");
        Locale locale = Locale.CANADA_FRENCH;
        BitSet bits = BitSet.valueOf(new long[] {5});
        Date date = new Date(1_000_000_000_000L);
        AtomicLong count = new AtomicLong(9);
        AtomicIntegerArray counts = new AtomicIntegerArray(new int[] {1, 2});
        StringBuilder text = new StringBuilder("text");
        Class<?> none;
        char letter = 'c';
        Byte small = 1;
        Collection<String> sorted = new TreeSet<>(List.of("b", "a"));
        ArrayDeque<Float> queue = new ArrayDeque<>(List.of(0.5f));
        Map<Integer, Map<String, boolean[]>> nested = Map.of(1, Map.of("k", new boolean[] {true, false}));
        java.sql.Timestamp stamp = new java.sql.Timestamp(5_000);
    }

    private static String library(int n) {
        GsonBuilder builder = new GsonBuilder().registerTypeAdapter(Inner.class, (InstanceCreator<Inner>) type -> new Driver().new Inner(5));
        Gson gson = n == 0 ? builder.create() : builder.setDateFormat(n == 1 ? "yyyy-MM-dd HH:mm" : "yyyy-MM-dd'T'HH:mm:ss.SSSXXX").create();
        String text = gson.toJson(new Library());
        Library read = gson.fromJson(text, Library.class);
        Inner inner = gson.fromJson("{\"number\":" + n + "}", Inner.class);
        return text + gson.toJson(read).equals(text) + read.nested.get(1).get("k").length + read.queue.peek() + inner.number
            + gson.getAdapter(Date.class).toJsonTree(new Date(n)) + gson.toJson(null) + gson.toJson(new Inner[] {inner})
            + gson.fromJson("\"2001-09-09T01:46:40Z\"", n == 2 ? String.class : Object.class);
    }

    private static String trees(int n) {
        JsonObject root = JsonParser.parseString("{\"a\":[1,2.5,\"x\",null,true,{}],\"b\":{\"c\":\"" + n + "\"}}").getAsJsonObject();
        JsonArray array = root.getAsJsonArray("a");
        array.add(n);
        array.add(array.deepCopy());
        array.set(2, new JsonPrimitive('y'));
        root.add("copy", root.deepCopy());
        root.addProperty("flag", n % 2 == 0);
        StringBuilder names = new StringBuilder();
        for (Map.Entry<String, JsonElement> entry : root.entrySet()) {
            names.append(entry.getKey()).append(entry.getValue().isJsonArray() ? "[]" : entry.getValue().isJsonPrimitive() ? "=" : "{}");
        }
        int sum = 0;
        for (JsonElement element : array) {
            sum += element.isJsonPrimitive() && element.getAsJsonPrimitive().isNumber() ? element.getAsNumber().intValue() : 1;
        }
        JsonElement tree = SHARED.toJsonTree(new Point(n, 2, "t"));
        Point point = SHARED.fromJson(tree, Point.class);
        List<JsonElement> view = array.asList();
        view.removeIf(JsonElement::isJsonNull);
        return root + " " + names + sum + point + tree.equals(SHARED.toJsonTree(point)) + root.asMap().keySet() + view.size()
            + root.getAsJsonObject("b").get("c").getAsInt() + root.get("flag").getAsBoolean() + (root.hashCode() == root.deepCopy().hashCode());
    }

    private static String streams(int n) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonWriter out = SHARED.newJsonWriter(text)) {
            out.setIndent(n % 2 == 0 ? "" : " ");
            out.setHtmlSafe(n > 1);
            out.setSerializeNulls(n != 2);
            out.beginObject().name("list").beginArray().value(n).value(0.5).value("<'\u2028\t").value(true).nullValue().value(1L << 40);
            out.endArray().name("gone").nullValue().name("number").value(new BigDecimal("1e200")).name("o").beginObject().endObject();
            out.endObject();
        }
        StringBuilder seen = new StringBuilder(text.toString()).append(' ');
        walk(new JsonReader(new StringReader(text.toString())), seen);
        JsonReader lenient = new JsonReader(new StringReader(")]}'\n/* note */ {'one' = un_quoted; # end\n two => NaN, \"\\u0041\\n\": [1,,2,0x1F]}"));
        lenient.setLenient(true);
        walk(lenient, seen);
        JsonStreamParser parser = new JsonStreamParser("{a:1} [2] three 4");
        while (parser.hasNext()) {
            seen.append(parser.next()).append('.');
        }
        return seen.toString();
    }

    private static void walk(JsonReader in, StringBuilder seen) throws IOException {
        for (JsonToken token = in.peek(); token != JsonToken.END_DOCUMENT; token = in.peek()) {
            switch (token) {
                case BEGIN_ARRAY -> in.beginArray();
                case END_ARRAY -> in.endArray();
                case BEGIN_OBJECT -> in.beginObject();
                case END_OBJECT -> in.endObject();
                case NAME -> seen.append(in.nextName()).append(in.getPath());
                case NUMBER -> seen.append(in.nextDouble() > 1e9 ? "big" : "small");
                case BOOLEAN -> seen.append(in.nextBoolean());
                case NULL -> in.nextNull();
                default -> seen.append(in.nextString());
            }
        }
        in.close();
    }

    private static List<String> errors() {
        List<String> said = new ArrayList<>();
        String[] texts = {"{\"x\":", "[1", "{\"x\":\"one\"}", "[]", "{\"x\":1}}", "\"", "{\"x\":99999999999}", "{\"x\":1,\"x\":2,}", "nul", "{'x':{}}"};
        for (String text : texts) {
            said.add(refused(() -> SHARED.fromJson(text, Point.class)));
            said.add(refused(() -> SHARED.getAdapter(Account.class).fromJson(text).userName));
            said.add(refused(() -> JsonParser.parseString(text).getAsJsonObject()));
        }
        said.add(refused(() -> SHARED.toJson(Double.NaN)));
        said.add(refused(() -> SHARED.toJson(Driver.class)));
        said.add(refused(() -> SHARED.fromJson("{}", Shape.class)));
        said.add(refused(() -> SHARED.toJson(Optional.of(1))));
        said.add(refused(() -> new GsonBuilder().setDateFormat("no date").create().toJson(new Date())));
        said.add(refused(() -> new GsonBuilder().addReflectionAccessFilter(type -> ReflectionAccessFilter.FilterResult.BLOCK_ALL).create()
            .toJson(new Circle())));
        said.add(refused(() -> new JsonWriter(new StringWriter()).beginArray().name("n").endArray()));
        return said;
    }

    private static String refused(Callable<?> action) {
        try {
            return "took " + action.call();
        } catch (JsonParseException e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage();
        } catch (Exception e) {
            return e.getClass().getName();
        }
    }
}
