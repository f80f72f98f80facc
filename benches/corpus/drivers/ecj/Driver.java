package driver;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

import org.eclipse.jdt.internal.compiler.batch.Main;

/** Compiles classes, right and wrong ones. The compiler works on two threads of its own. */
public final class Driver {
    private static final String GOOD = String.join("\n",
        "package p;",
        "import java.util.*;",
        "import java.util.function.*;",
        "public class Good<T extends Comparable<T>> implements Iterable<T> {",
        "  enum Kind { ONE { int n() { return 1; } }, TWO { int n() { return 2; } }; abstract int n(); }",
        "  @interface Mark { String value() default \"x\"; int[] more() default {}; }",
        "  interface Shape { double area(); default String name() { return getClass().getName(); } static Shape unit() { return () -> 1; } }",
        "  private final List<T> items = new ArrayList<>();",
        "  private int changes;",
        "  static final int LIMIT = 1 << 4; static { System.setProperty(\"k\", \"v\"); } { changes = -1; }",
        "  @Mark(more = {1, 2}) public boolean add(T item) { changes++; return items.add(item); }",
        "  public Iterator<T> iterator() { return new Iterator<T>() { int at; public boolean hasNext() { return at < items.size(); }",
        "    public T next() { return items.get(at++); } }; }",
        "  class Inner { int count() { return items.size() + changes; } class Deep { Good<T> outer() { return Good.this; } } }",
        "  static <A, B> List<B> map(List<? extends A> from, Function<? super A, ? extends B> by) { List<B> to = new ArrayList<>();",
        "    for (A a : from) to.add(by.apply(a)); return to; }",
        "  static String text(Object o, String s) { switch (s) { case \"a\": return \"A\" + o; case \"b\": break; default: s += 1; }",
        "    label: for (int i = 0; i < 10; i++) { for (;;) { if (i > 5) break label; continue label; } }",
        "    try (java.io.StringReader r = new java.io.StringReader(s)) { int c; while ((c = r.read()) != -1) s = s + (char) c; }",
        "    catch (java.io.IOException | RuntimeException e) { throw new IllegalStateException(e); } finally { s = null; }",
        "    do { long l = 5L; l <<= 2; l %= 3; } while (s != null); assert s == null : \"m\"; synchronized (o) { return o instanceof String ? (String) o : s; } }",
        "  static int sum(int... all) { int s = 0; for (int a : all) s += a; Integer boxed = s; boxed++; char c = 'x'; c += 1; return boxed + c; }",
        "  public static void main(String[] args) { Supplier<Good<String>> make = Good::new; Good<String> g = make.get(); g.add(\"q\");",
        "    Runnable r = () -> { Good<String>.Inner in = g.new Inner(); System.out.println(in.count() + Kind.TWO.n()); }; r.run();",
        "    System.out.println(map(Arrays.asList(1, 2, 3), x -> x * 2.5) + text(g, \"b\") + sum(1, 2, LIMIT)); int[][] m = new int[2][3]; m[1][2]++; }",
        "}");
    private static final String BAD = String.join("\n",
        "package p;",
        "public class Bad extends Missing implements Runnable { int f() { } String s = 5; void g() { undefined(); int x; x++; return 1; }",
        "  void h() { for (String t : 3) { } final int y = 1; y = 2; new Good<Object>(); throw new Exception(); } int unused;",
        "  private void never() { } void k(Object o) { String q = o; while (true) { } } class A extends A { } }");

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("sources");
        Path good = Files.writeString(folder.resolve("Good.java"), GOOD);
        Path bad = Files.writeString(folder.resolve("Bad.java"), BAD);
        for (String level : new String[] {"1.8", "10"}) {
            compile(folder, level, good);
        }
        compile(folder, "1.8", good, bad);
        try (var files = Files.walk(folder)) {
            files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
    }

    private static void compile(Path folder, String level, Path... files) throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Main compiler = new Main(new PrintWriter(out), new PrintWriter(err), false, null, null);
        java.util.List<String> options = new java.util.ArrayList<>(java.util.List.of("-" + level, "-g", "-warn:+unused,boxing,nullDereference",
            "-proc:none", "-preserveAllLocals", "-d", folder.resolve("out" + level).toString()));
        for (Path file : files) {
            options.add(file.toString());
        }
        boolean done = compiler.compile(options.toArray(new String[0]));
        String said = err.toString().replace(folder.toString(), "");
        System.out.println(level + " " + done + " " + compiler.globalErrorsCount + " " + compiler.globalWarningsCount + " " + said.lines().count());
    }
}
