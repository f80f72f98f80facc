//! One plan, woven in full and as it decides: both run, tell the same reports, and count the events that they see.

mod support;

use std::collections::BTreeMap;

use support::{Fixture, Row, reports};

const STREAMS: &str = "
//- streams.yaml
foreach:
  - parameters: [Stream s]
    events:
      open: call Stream.open() target s
      read: call Stream.read() target s
      close: call Stream.close() target s
    properties:
      UseAfterClose:
        states: {idle: initial, open: , closed: , error: bad}
        transitions:
          - idle -> open: open
          - open -> open: read
          - open -> closed: close
          - closed -> error: read
          - error -> error: read
//- Stream.java
public class Stream {
    void open() {}
    void read() {}
    void close() {}
}
//- Main.java
public class Main {
    static void harmless(Stream s) {
        s.open();
        for (int i = 0; i < 250; i++) s.read();
        s.close();
    }
    static void harmful(Stream s) {
        s.open();
        for (int i = 0; i < 3; i++) s.read();
        s.close();
        for (int i = 0; i < 2; i++) s.read();
    }
    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) harmless(new Stream());
        for (int i = 0; i < 5; i++) harmful(new Stream());
    }
}
";

fn silenced(id: usize, event: &'static str, callee: &'static str, line: u32) -> instrument::plan::Generator {
    let row = Row { property: "UseAfterClose", event, enclosing: "harmless(LStream;)V", callee, line, ordinal: 0 };
    row.silence(id)
}

/// The numbers that the last run of `folder` wrote, by property and event.
fn counted(fixture: &Fixture, folder: &str) -> (Vec<String>, BTreeMap<String, u64>) {
    let file = fixture.path("counts");
    let output = fixture.run(folder, &[&format!("-Dresidua.count={}", file.display())]);
    let text = std::fs::read_to_string(&file).unwrap();
    let line = |line: &str| {
        let (event, number) = line.rsplit_once('\t').unwrap();
        (event.replace('\t', " "), number.parse().unwrap())
    };
    (reports(&output), text.lines().map(line).collect())
}

fn numbers(open: u64, read: u64, close: u64) -> BTreeMap<String, u64> {
    [("open", open), ("read", read), ("close", close)].map(|(e, n)| (format!("UseAfterClose {e}"), n)).into()
}

#[test]
fn full_and_optimized_programs_report_alike_and_count_what_they_see() {
    let mut fixture = Fixture::new(STREAMS, &[]);
    fixture.plan.generators = vec![
        silenced(0, "open", "Stream.open()V", 3),
        silenced(1, "read", "Stream.read()V", 4),
        silenced(2, "close", "Stream.close()V", 5),
    ];
    let variant = |full: bool, folder: &str| {
        let mut request = fixture.request(full);
        request.output = fixture.path(folder);
        instrument::weave::weave(&request).unwrap();
        counted(&fixture, folder)
    };
    let (full, full_counts) = variant(true, "full");
    let (optimized, optimized_counts) = variant(false, "optimized");
    assert_eq!(full, ["UseAfterClose in error by read at Main.java:11 (Stream)"; 10]);
    assert_eq!(optimized, full);
    assert_eq!(full_counts, numbers(4 + 5, 4 * 250 + 5 * 5, 4 + 5));
    assert_eq!(optimized_counts, numbers(5, 5 * 5, 5));
}

#[test]
fn every_occurrence_is_counted_whichever_thread_raises_it() {
    let fixture = Fixture::new(
        "
//- p.yaml
events: {hit: call Main.hit()}
properties:
  P:
    states: {s: initial, b: bad}
    transitions:
      - s -> b: hit
        when: 1 > 2
//- Main.java
public class Main {
    static void hit() {}
    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[6];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> { for (int i = 0; i < 5000; i++) hit(); });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
    }
}
",
        &[],
    );
    fixture.weave(true);
    assert_eq!(counted(&fixture, "out"), (vec![], [("P hit".to_owned(), 30_000)].into()));
}

/// Null is the key of no instance, in a context of its own, as an outer key that `where` computes, and in a slice; what
/// happens to other instances and to the global one stays as it is.
#[test]
fn null_names_no_instance() {
    support::check(
        "
//- p.yaml
events: {any: call Main.*(..)}
properties:
  Global:
    states: {s: initial, t: bad}
    transitions:
      - s -> t: any
        when: 1 > 2
foreach:
  - parameters: [String s by equals]
    events:
      use: call Main.use(String s)
      both: call Main.both(String s, *)
    properties:
      Equal:
        states: {b: initial bad}
        transitions:
          - b -> b: use
    foreach:
      - parameters: [Object o]
        events:
          nested: {on: 'call Main.nested(Object p)', where: 'o = p; s = Main.nameOf(p);', parameters: [Object p]}
        properties:
          Nested:
            states: {b: initial bad}
            transitions:
              - b -> b: nested
              - b -> b: use
  - parameters: [Object x, Object y]
    creation: slicing
    events:
      left: call Main.left(Object x)
      both2: call Main.both(Object x, Object y)
    properties:
      Sliced:
        states: {b: initial bad}
        transitions:
          - b -> b: left
          - b -> b: both2
//- Main.java
public class Main {
    static void use(String s) {}
    static void nested(Object p) {}
    static void left(Object x) {}
    static void both(Object x, Object y) {}
    public static String nameOf(Object p) { return p instanceof Integer ? null : \"name\"; }
    public static void main(String[] args) {
        use(null);
        nested(null);
        nested(1);
        left(null);
        both(null, \"y\");
        both(\"x\", null);
        use(\"name\");
        nested('c');
        use(\"name\");
        left(\"x\");
        both(\"x\", \"y\");
        left(null);
        left(\"x\");
    }
}
",
        &[
            "Equal in b by use at Main.java:14 (java.lang.String)",
            "Nested in b by nested at Main.java:15 (java.lang.String, java.lang.Character)",
            "Equal in b by use at Main.java:16 (java.lang.String)",
            "Nested in b by use at Main.java:16 (java.lang.String, java.lang.Character)",
            "Sliced in b by left at Main.java:17 (java.lang.String, -)",
            "Sliced in b by both2 at Main.java:18 (java.lang.String, java.lang.String)",
            "Sliced in b by left at Main.java:20 (java.lang.String, -)",
            "Sliced in b by left at Main.java:20 (java.lang.String, java.lang.String)",
        ],
    );
}

/// Keys by equality and by identity in one context; the instance outlives the objects that named it first.
#[test]
fn equal_keys_find_the_instance_of_objects_that_are_gone() {
    support::check_with(
        "
//- p.yaml
foreach:
  - parameters: [Point p by equals, Object o by identity]
    events:
      mark: call Main.mark(Point p, Object o)
    properties:
      Twice:
        states: {fresh: initial, once: , twice: bad}
        transitions:
          - fresh -> once: mark
          - once -> twice: mark
//- Point.java
public class Point {
    final int x;
    static int compared;
    Point(int x) { this.x = x; }
    @Override public boolean equals(Object other) { compared++; return other instanceof Point && ((Point) other).x == x; }
    @Override public int hashCode() { return x % 2; }
}
//- Main.java
public class Main {
    static void mark(Point p, Object o) {}
    public static void main(String[] args) {
        Object a = new Object(), b = new Object();
        for (int x = 0; x < 100; x++) mark(new Point(x), a);
        for (int i = 0; i < 5; i++) { byte[] garbage = new byte[1 << 20]; System.gc(); }
        mark(new Point(7), b);
        mark(new Point(100), a);
        mark(new Point(7), a);
        mark(new Point(8), new Object());
    }
}
",
        &[],
        &["-Xmx32m"],
        &["Twice in twice by mark at Main.java:9 (Point, java.lang.Object)"],
    );
}
