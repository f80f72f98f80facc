//! Random programs of the constructs for which compilers insert calls, and properties that listen
//! to such calls.

use std::fmt::Write;

use fastrand::Rng;

/// The members of every program: members that nested classes use, bridges, enums, resources,
/// private constructors.
const MEMBERS: &str = r#"
    enum E { A, B { int w() { return 2; } }, C; int w() { return 1; } }
    static class R implements AutoCloseable {
        private final int id;
        private R(int id) { this.id = id; }
        private int id() { return id; }
        public void close() { closed++; }
        public String toString() { return "R" + id; }
        public int hashCode() { return id; }
        public boolean equals(Object o) { return o instanceof R && ((R) o).id == id; }
    }
    interface I { int f(int x); default int g() { return f(1); } }
    static abstract class G<T> implements Comparable<G<T>> {
        abstract T get(T t);
        public int compareTo(G<T> o) { return 0; }
    }
    static class H extends G<String> { String get(String s) { return s + "h"; } }
    class In {
        private int v = n;
        private In() { n++; }
        int go() { n += 2; return peek() + v + new R(v).id(); }
    }
    private int n;
    private static int closed;
    private int peek() { n += 2; return n; }
    private static int sum(int... numbers) { int s = 0; for (int i : numbers) s += i; return s; }
    static Object some(int k) { return k % 2 == 0 ? "s" + k : new R(k); }
"#;

const RECORDS: &str = "
    record P(int x, Object y) { P { if (x < -9) throw new IllegalArgumentException(\"x\" + x); } int twice() { return 2 * x; } }
    record Q(P p, String s) { }
";

const SEALED: &str = "
    sealed interface S permits Some, None { }
    record Some(int x, S rest) implements S { }
    record None() implements S { }
";

/// Statements by the oldest release that has them. `#` is the number of the statement; `m`, `k`,
/// `o`, `s`, `e` and `list` are there.
const STATEMENTS: [(u32, &str); 63] = [
    (8, "s += o;"),
    (8, "s += k; s += 'c';"),
    (8, "String t# = \"t\" + o + k + s; k += t#.length();"),
    (8, "s = s + (k > 2 ? o : \"n\") + null + 1.5f;"),
    (8, "s = String.valueOf(o);"),
    (8, "s = o.toString();"),
    (
        8,
        "StringBuilder b# = new StringBuilder(\"b\"); b#.append(o).append(k); s = b#.toString();",
    ),
    (8, "s = new StringBuilder().append(o).append(1).toString();"),
    (8, "for (Object x# : list) s += x#;"),
    (8, "for (int x# : new int[] {1, k}) k += x# % 3;"),
    (
        8,
        "Iterator<Object> i# = list.iterator(); while (i#.hasNext()) k += i#.next().hashCode() % 2;",
    ),
    (8, "Integer x# = k; x#++; x# += 2; k = x#; long y# = x#;"),
    (8, "k += Integer.valueOf(k).intValue() % 5;"),
    (8, "Object x# = k; if (x#.equals(3)) k++;"),
    (
        8,
        "switch (s) { case \"a\": k++; break; case \"s2\": case \"s4\": k--; break; default: s = \"a\"; }",
    ),
    (
        8,
        "switch (e) { case A: k += 1; break; case B: k += e.w(); break; default: e = E.A; }",
    ),
    (
        8,
        "switch (Thread.State.values()[Math.abs(k % 3)]) { case NEW: k++; break; case RUNNABLE: k--; break; default: break; }",
    ),
    (8, "e = E.values()[Math.abs(k % 3)];"),
    (8, "e = E.valueOf(\"A\"); k += e.ordinal();"),
    (8, "e = Enum.valueOf(E.class, \"C\"); s += e.name();"),
    (8, "try (R r# = new R(k)) { k += r#.id(); }"),
    (
        8,
        "try (R r# = new R(k); R q# = new R(1)) { if (k > 5) throw new IllegalStateException(\"x\" + r#); } catch (IllegalStateException x) { k++; }",
    ),
    (
        8,
        "try { k += m.peek() % 4; } finally { k += m.peek() % 2; closed++; }",
    ),
    (8, "synchronized (o) { k += m.peek() % 3; }"),
    (8, "assert k > -1000 : \"bad\" + k;"),
    (8, "assert o != null;"),
    (
        8,
        "try { assert k < -1000 : o; } catch (AssertionError x) { k++; }",
    ),
    (8, "if (k > 1000) throw new AssertionError(\"big\" + k);"),
    (8, "Supplier<String> f# = o::toString; s = f#.get();"),
    (
        8,
        "Function<Object, String> f# = Object::toString; s = f#.apply(o);",
    ),
    (
        8,
        "Function<Integer, R> f# = R::new; k += f#.apply(k).id();",
    ),
    (
        8,
        "IntFunction<int[]> f# = int[]::new; k += f#.apply(2).length;",
    ),
    (
        8,
        "BiFunction<Object, Object, Boolean> f# = Object::equals; if (f#.apply(o, s)) k++;",
    ),
    (
        8,
        "final int c# = k; IntUnaryOperator f# = x -> x + c# + m.peek() % 3; k = f#.applyAsInt(1) % 50;",
    ),
    (
        8,
        "Runnable f# = () -> { m.n++; closed += m.n; }; f#.run();",
    ),
    (8, "Supplier<In> f# = m::in; k += f#.get().go() % 7;"),
    (8, "k += m.new In().go() % 7;"),
    (
        8,
        "final int c# = k; class L# { int z = c#; int q() { return z + c#; } } k += new L#().q() % 9;",
    ),
    (
        8,
        "final String c# = s; Object a# = new Object() { public String toString() { return c# + \"!\"; } }; s = a#.toString();",
    ),
    (
        8,
        "final int c# = k; I a# = new I() { public int f(int x) { return x + c#; } }; k += a#.g() % 9; s += a#.equals(o);",
    ),
    (
        8,
        "I a# = x -> x + 1; k += a#.f(2); if (a#.hashCode() == 0) k++;",
    ),
    (
        8,
        "CharSequence a# = s; s = a#.toString(); k += a#.length(); Class<?> d# = a#.getClass();",
    ),
    (
        8,
        "List<Object> a# = list; if (a#.equals(o)) k++; Object d# = a#.getClass();",
    ),
    (
        8,
        "G<String> a# = new H(); s = a#.get(\"g\"); k += a#.compareTo(a#);",
    ),
    (8, "k += sum() + sum(k, 2);"),
    (
        8,
        "int[] a# = {k, 2}; k += a#.clone()[1]; a#[0]++; a#[1] += 2;",
    ),
    (8, "Objects.requireNonNull(o); Object d# = o.getClass();"),
    (8, "o.getClass();"),
    (
        8,
        "Throwable a# = new RuntimeException(\"a\"); a#.addSuppressed(new Error(\"b\")); s = a#.toString();",
    ),
    (
        8,
        "boolean[] a# = {k > 3, true}; byte[] b# = {1, 2}; if (a#[0]) k += b#[1]; b#[0] += 3; a#[1] &= a#[0];",
    ),
    (
        8,
        "Object[] a# = {o, s, e}; for (Object x# : a#) if (x# == a#[1]) k++; String[][] b# = {{s, \"b\"}}; s = b#[0][k & 1]; b#[0][0] += k;",
    ),
    (
        8,
        "int[] a# = {0, 1, 2}; switch (a#[e.ordinal()]) { case 0: k++; break; case 1: k--; break; default: switch (e) { case C: k += a#[2]; break; default: break; } }",
    ),
    (8, "m.n++; m.n -= 2; closed++; k += m.n % 2;"),
    (8, "if (\"a\".equals(s)) k++; k += s.hashCode() % 2;"),
    (
        8,
        "for (;;) { try { if (k++ > 2) break; continue; } finally { closed++; m.peek(); } }",
    ),
    (11, "var r# = new R(k); try (r#) { k += r#.id(); }"),
    (
        11,
        "BiFunction<Integer, Integer, Integer> f# = (var x, var y) -> x + y; k = f#.apply(k, 1);",
    ),
    (
        17,
        "k += switch (e) { case A -> 1; case B -> { m.peek(); yield 2; } case C -> 3; };",
    ),
    (
        17,
        "s = switch (s) { case \"a\", \"b\" -> \"c\"; default -> \"a\" + o; };",
    ),
    (
        17,
        "if (o instanceof R r# && r#.id() > 1) k += r#.hashCode() % 3; P p# = new P(k % 9, o); s += p#; if (p#.equals(o)) k++; k += p#.x() + p#.twice() + p#.hashCode() % 2;",
    ),
    (
        21,
        "Object p# = new Q(new P(k % 9, o), s); if (p# instanceof Q(P(int x, var y), String t) && x > 1) k += t.length() + y.hashCode() % 2;",
    ),
    (
        21,
        "S p# = new Some(k % 5, new None()); k += switch (p#) { case Some(int x, None()) when x > 2 -> x; case Some(int x, Some(var y, var z)) -> y; case Some q -> q.x(); case None() -> 0; };",
    ),
    (
        21,
        "s = switch (o) { case null -> \"null\"; case R r when r.id() > 2 -> \"r\" + r; case E x -> x.name(); case Integer x when x > 2 -> \"i\"; case P(int x, var y) -> \"p\" + x; case String x -> x; default -> o.toString(); };",
    ),
];

/// Patterns of calls that compilers insert, or that are written as well.
const PATTERNS: [&str; 47] = [
    "call String.valueOf(..)",
    "call *.toString()",
    "call *.hashCode()",
    "call *.equals(..)",
    "call Object.toString()",
    "call Object.equals(..)",
    "call CharSequence+.toString()",
    "call StringBuilder.append(..)",
    "new StringBuilder(..)",
    "new Error+(..)",
    "new Throwable+(..)",
    "call Objects.requireNonNull(..)",
    "call *.getClass()",
    "call Iterator+.hasNext()",
    "call Iterator+.next() returning",
    "call *.iterator()",
    "call *.close()",
    "call *.ordinal()",
    "call *.values()",
    "call *.valueOf(..)",
    "call Integer.valueOf(..)",
    "call *.intValue()",
    "call Throwable.addSuppressed(..)",
    "call Main.peek()",
    "call Main.sum(..)",
    "call Main.R.id()",
    "new Main.R(..)",
    "new Main.In(..)",
    "call *.desiredAssertionStatus()",
    "get Main.n",
    "set Main.n",
    "get Main.closed",
    "get Main.E.*",
    "element int[]",
    "element int[] returning",
    "element Object[]",
    "element Thread.State[] returning",
    "element boolean[]",
    "execution Main.R.*(..)",
    "execution Main.*(..)",
    "call *.x()",
    "call *.get(..)",
    "call *.compareTo(..)",
    "call *.clone()",
    "call *.f(..)",
    "call *.apply(..)",
    "call *.length()",
];

/// A program in the package `name`, of constructs that a release has.
pub fn program(rng: &mut Rng, name: &str, release: u32) -> String {
    let mut text = format!(
        "package {name};\nimport java.util.*;\nimport java.util.function.*;\npublic class Main {{{MEMBERS}"
    );
    text += "    In in() { return new In(); }\n";
    if release >= 17 {
        text += RECORDS;
    }
    if release >= 21 {
        text += SEALED;
    }
    let methods = rng.usize(2..5);
    for number in 0..methods {
        let _ = writeln!(
            text,
            "    static int m{number}(Main m, int k, Object o, String s, E e, List<Object> list) {{"
        );
        for statement in 0..rng.usize(3..9) {
            let _ = writeln!(
                text,
                "        {}",
                nested(rng, number * 100 + statement, release, 0)
            );
        }
        text += "        return k + s.length() % 7;\n    }\n";
    }
    text += "    public static void main(String[] args) {\n        int k = args.length;\n        Main m = new Main();\n";
    text += "        List<Object> list = new ArrayList<>(Arrays.asList(\"l\", 1, new R(2)));\n";
    for number in 0..methods {
        let _ = writeln!(
            text,
            "        k = m{number}(m, k % 100, some(k), \"a\" + k, E.values()[Math.abs(k % 3)], list) + {};",
            rng.u32(0..5)
        );
    }
    text + "        System.err.println(\"end \" + k);\n    }\n}\n"
}

/// A statement, perhaps within others.
fn nested(rng: &mut Rng, number: usize, release: u32, depth: u32) -> String {
    let inner = |rng: &mut Rng| nested(rng, number * 10 + 1, release, depth + 1);
    match if depth > 1 { 9 } else { rng.u32(0..10) } {
        0 => format!("if (k % 3 != {}) {{ {} }}", rng.u32(0..3), inner(rng)),
        1 => format!(
            "for (int z{number} = 0; z{number} < 2; z{number}++) {{\n            {}\n        }}",
            inner(rng)
        ),
        2 => format!(
            "try {{\n            {}\n        }} catch (RuntimeException x{number}) {{ k++; }} finally {{ closed++; }}",
            inner(rng)
        ),
        3 => format!("{{ {}\n        }}", inner(rng)),
        _ => statement(rng, number, release),
    }
}

fn statement(rng: &mut Rng, number: usize, release: u32) -> String {
    let known: Vec<&str> = STATEMENTS
        .iter()
        .filter(|(since, _)| *since <= release)
        .map(|(_, text)| *text)
        .collect();
    // What is new in a release is what it is for.
    let newest: Vec<&str> = STATEMENTS
        .iter()
        .filter(|(since, _)| *since == release)
        .map(|(_, text)| *text)
        .collect();
    let chosen = if rng.u32(0..3) == 0 { &newest } else { &known };
    chosen[rng.usize(0..chosen.len())].replace('#', &number.to_string())
}

/// A property file about the code of the package `name`.
pub fn property(rng: &mut Rng, name: &str, number: usize) -> String {
    let mut text = format!("imports: [\"{name}.*\", \"java.util.*\"]\nevents:\n");
    let events = rng.usize(2..5);
    for event in 0..events {
        let _ = writeln!(
            text,
            "  e{event}: \"{} within Main\"",
            PATTERNS[rng.usize(0..PATTERNS.len())]
        );
    }
    let _ = writeln!(
        text,
        "properties:\n  p{number}:\n    states: {{a: initial, b: , c: , bad: bad}}\n    transitions:"
    );
    let states = ["a", "b", "c", "bad"];
    for _ in 0..rng.usize(3..8) {
        let (from, to) = (states[rng.usize(0..4)], states[rng.usize(0..4)]);
        let _ = writeln!(text, "      - {from} -> {to}: e{}", rng.usize(0..events));
    }
    text
}
