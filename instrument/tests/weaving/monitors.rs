//! Generated monitors: letters, clocks, channels, the end of the program, threads, and what monitor
//! code may do.

use crate::support::{Fixture, check, reports};

#[test]
fn a_letter_takes_the_first_transition_of_any_of_its_events() {
    check(
        "
//- p.yaml
events:
  a: call Main.a(int n)
  b: call Main.b()
  any: {any-of: [a, b]}
  outer: {any-of: [any]}
properties:
  First:
    states: {s: initial, x: bad, y: bad}
    transitions:
      - s -> x: outer
        when: n > 1
      - s -> y: a
      - x -> s: any
      - y -> s: outer
  Second:
    states: {s: initial, y: bad}
    transitions:
      - s -> y: a
      - y -> s: any
//- Main.java
public class Main {
    static void a(int n) {}
    static void b() {}
    public static void main(String[] args) {
        a(1);
        b();
        a(2);
        b();
    }
}
",
        &[
            "First in y by a at Main.java:5 (global)",
            "Second in y by a at Main.java:5 (global)",
            "First in x by outer at Main.java:7 (global)",
            "Second in y by a at Main.java:7 (global)",
        ],
    );
}

#[test]
fn clocks_repeat_after_each_reset() {
    let fixture = Fixture::new(
        "
//- p.lrv
GLOBAL { FOREACH (Object o) {
  VARIABLES { Clock c; int beats = 0; }
  EVENTS {
    touch(Object o1) = {*.touch(o1)} where {o = o1;}
    beat() = {c@%l400}
    end() = {c@l800}
  }
  PROPERTY P {
    STATES { BAD { b e } STARTING { s } }
    TRANSITIONS {
      s -> s [touch \\\\ c.reset();]
      s -> b [beat]
      b -> e [end]
      e -> b [beat \\\\ c.off();]
    }
  }
} }
//- Main.java
public class Main {
    static void touch(Object o) {}
    public static void main(String[] args) throws Exception {
        touch(new Object());
        Thread.sleep(4000);
    }
}
",
        &[],
    );
    fixture.weave(true);
    let reports = reports(&fixture.run("out", &[]));
    let expected = ["b by beat", "e by end", "b by beat"];
    let expected = expected.map(|what| format!("P in {what} at (clock):0 (java.lang.Object)"));
    assert_eq!(
        reports, expected,
        "at 800 ms the timeout that does not repeat comes first"
    );
}

#[test]
fn clocks_raise_timeouts_once_for_each_reset_and_not_while_paused() {
    let fixture = Fixture::new(
        "
//- p.yaml
foreach:
  - parameters: [Object o]
    clocks: [c]
    events:
      touch: call Main.touch(Object o)
      pause: call Main.pause(Object o)
      early: timeout c 300ms
      late: timeout c 3000ms
    properties:
      P:
        states: {s: initial, e: bad, l: bad}
        transitions:
          - s -> s: touch
            do: c.reset();
          - e -> s: touch
            do: c.reset();
          - s -> s: pause
            do: c.pause();
          - s -> e: early
          - e -> l: late
//- Main.java
public class Main {
    static void touch(Object o) {}
    static void pause(Object o) {}
    public static void main(String[] args) throws Exception {
        Object a = new Object(), b = \"b\";
        touch(b);
        pause(b);
        touch(a);
        Thread.sleep(900);
        touch(a);
        Thread.sleep(4500);
        System.out.println(\"done\");
    }
}
",
        &[],
    );
    fixture.weave(true);
    let output = fixture.run("out", &[]);
    let object = "(java.lang.Object)";
    let expected = [
        format!("P in e by early at (clock):0 {object}"),
        format!("P in e by early at (clock):0 {object}"),
        format!("P in l by late at (clock):0 {object}"),
    ];
    assert_eq!(reports(&output), expected);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "done\n");
}

#[test]
fn a_timeout_that_releases_its_instance_keeps_others_of_the_same_age_from_it() {
    let fixture = Fixture::new(
        "
//- p.yaml
foreach:
  - parameters: [Object o]
    clocks: [c]
    events:
      touch: call Main.touch(Object o)
      first: timeout c 200ms
      second: timeout c 200ms
    properties:
      P:
        releases: true
        states: {s: initial, done: accepting, stay: , b: bad}
        transitions:
          - s -> done: first
            when: o instanceof String
          - s -> stay: first
          - done -> b: second
          - stay -> b: second
//- Main.java
public class Main {
    static void touch(Object o) {}
    public static void main(String[] args) throws Exception {
        touch(\"released\");
        touch(new Object());
        Thread.sleep(1500);
    }
}
",
        &[],
    );
    fixture.weave(true);
    assert_eq!(
        reports(&fixture.run("out", &[])),
        ["P in b by second at (clock):0 (java.lang.Object)"]
    );
}

/// The sender is still in its source state while what it sends is received; its own move comes
/// last.
#[test]
fn channels_deliver_before_send_returns() {
    check(
        "
//- p.yaml
channels: [c]
events:
  go: call Main.go(int n)
  got: receive c(Integer v)
  text: receive c(String s)
  any: receive c
properties:
  Sender:
    states: {s: initial, t: , nested: bad}
    transitions:
      - s -> t: go
        do: c.send(n); c.send(\"text\"); c.send();
      - s -> nested: got
      - t -> s: go
  Receiver:
    states: {s: initial, g: bad, h: bad, i: bad}
    transitions:
      - s -> g: got
        when: v == 1
      - g -> h: text
        when: s.length() == 4
      - h -> i: any
      - i -> s: go
//- Main.java
public class Main {
    static void go(int n) {}
    public static void main(String[] args) {
        go(1);
        go(2);
        go(3);
    }
}
",
        &[
            "Sender in nested by got at Main.java:4 (global)",
            "Receiver in g by got at Main.java:4 (global)",
            "Receiver in h by text at Main.java:4 (global)",
            "Receiver in i by any at Main.java:4 (global)",
            "Sender in nested by got at Main.java:6 (global)",
        ],
    );
}

#[test]
fn monitor_code_raises_no_events_and_its_exceptions_stay_inside() {
    check(
        "
//- p.yaml
events:
  go: {on: call Main.go(int n), filter: 100 / n > 0}
  drop: {on: call Main.drop(int n), where: \"if (n == 0) throw new IllegalStateException(); k = 10 / n; if (k == 5) return;\", parameters: [int k]}
  other: call Main.other()
properties:
  P:
    states: {s: initial, b: bad, e: {is: bad, entry: 'Main.other(); throw new RuntimeException(\"entry\");'}}
    transitions:
      - s -> b: other
      - s -> e: go
        when: Main.fails(n)
      - s -> e: drop
        when: k == 10
        do: Main.other(); if (k > 0) throw new IllegalArgumentException(\"action\");
//- Main.java
public class Main {
    static void go(int n) {}
    static void drop(int n) {}
    static void other() {}
    public static boolean fails(int n) { other(); if (n == 7) throw new Error(\"condition\"); return n == 8; }
    public static void main(String[] args) {
        go(0);
        go(7);
        go(7);
        drop(0);
        drop(2);
        drop(3);
        drop(1);
        System.out.println(\"unharmed\");
    }
}
",
        &[
            "residua: exception in a filter at properties/p.yaml:2: java.lang.ArithmeticException: / by zero (told once)",
            "residua: exception in a condition at properties/p.yaml:11: java.lang.Error: condition (told once)",
            "residua: exception in a where at properties/p.yaml:3: java.lang.IllegalStateException (told once)",
            "residua: exception in an action at properties/p.yaml:14: java.lang.IllegalArgumentException: action (told once)",
            "residua: exception in entry code at properties/p.yaml:7: java.lang.RuntimeException: entry (told once)",
            "P in e by drop at Main.java:13 (global)",
        ],
    );
}

#[test]
fn variables_bound_by_one_event_are_read_by_the_next_unless_it_was_dropped() {
    check(
        "
//- p.yaml
variables: ['int[] limits = new int[] {3, 4}', 'int limit = Main.limit() + limits[0]']
events:
  set: {on: call Main.set(int n), filter: n != 5}
  ask: call Main.ask()
properties:
  P:
    states: {s: initial, b: bad}
    transitions:
      - s -> b: ask
        when: n > limit
      - b -> s: set
methods: |
  private static int calls;
  static int twice(int x) { calls++; return 2 * x; }
//- Main.java
public class Main {
    public static int limit() { return -1; }
    static void set(int n) {}
    static void ask() {}
    public static void main(String[] args) {
        ask();
        set(5);
        ask();
        set(3);
        ask();
    }
}
",
        &["P in b by ask at Main.java:10 (global)"],
    );
}

#[test]
fn the_end_of_the_program_is_an_event_even_if_an_action_ends_it() {
    let text = |end: &str| {
        format!(
            "
//- p.yaml
events:
  end: end
properties:
  Global:
    states: {{s: initial, b: bad}}
    transitions:
      - s -> b: end
foreach:
  - parameters: [Object o]
    events:
      open: call Main.open(Object o)
      close: call Main.close(Object o)
    properties:
      Closed:
        states: {{s: initial, o: , b: bad}}
        transitions:
          - s -> o: open
          - o -> s: close
            do: {end}
          - o -> b: end
//- Main.java
public class Main {{
    static void open(Object o) {{}}
    static void close(Object o) {{}}
    public static void main(String[] args) {{
        Object a = \"a\", b = new int[0];
        open(a);
        open(b);
        close(b);
        System.out.println(\"last\");
    }}
}}
"
        )
    };
    let expected = [
        "Global in b by end at (end of program):0 (global)",
        "Closed in b by end at (end of program):0 (java.lang.String)",
    ];
    check(&text("Math.abs(1);"), &expected);

    let fixture = Fixture::new(&text("System.exit(3);"), &[]);
    fixture.weave(true);
    let output = fixture.run("out", &[]);
    let mut with_b = expected.to_vec();
    with_b.push("Closed in b by end at (end of program):0 ([I)");
    assert_eq!(reports(&output), with_b);
    assert_eq!(output.status.code(), Some(3));
}

/// As servers close the loader of what they undeploy: what the end of the program needs is loaded
/// before.
#[test]
fn the_end_of_the_program_is_told_when_its_class_loader_is_closed() {
    let of_each_object = "
events:
  end: end
foreach:
  - parameters: [Object o]
    events:
      a: call App.a(Object o)
    properties:
      P:
        states: {s: initial, open: , x: bad}
        transitions:
          - s -> open: a
          - open -> x: end
";
    let of_the_program = "
events:
  a: call App.a(Object o)
  end: end
properties:
  P:
    message: never
    states: {s: initial, open: , x: bad}
    transitions:
      - s -> open: a
      - open -> x: end
";
    let of_pairs = "
events:
  end: end
foreach:
  - parameters: [Object o, Object p]
    events:
      b: call App.b(Object o, Object p)
    properties:
      P:
        help: close it
        states: {s: initial, open: , x: bad}
        transitions:
          - s -> open: b
          - open -> x: end
";
    let by_channel = "
channels: [late]
events:
  end: end
  a: call App.a(Object o)
  late: receive late
properties:
  P:
    states: {s: initial, open: , x: bad}
    transitions:
      - s -> open: a
      - open -> open: end
        do: late.send();
      - open -> x: late
";
    for (property, report) in [
        (
            of_each_object,
            "P in x by end at (end of program):0 (java.lang.Object)",
        ),
        (
            of_the_program,
            "P in x by end at (end of program):0 (global): never",
        ),
        (
            of_pairs,
            "P in x by end at (end of program):0 (java.lang.Object, java.lang.Object)",
        ),
        (by_channel, "P in x by late at (end of program):0 (global)"),
    ] {
        let fixture = Fixture::new(&format!("\n//- p.yaml{property}{CLOSES_ITS_LOADER}"), &[]);
        fixture.weave(true);
        let run = fixture.run("out", &[]);
        assert_eq!(reports(&run), [report], "{property}");
    }
}

/// Runs `App` in a class loader of its own, and closes that.
const CLOSES_ITS_LOADER: &str = "
//- App.java
public class App {
    static void a(Object o) {}
    static void b(Object o, Object p) {}
    public static void run() {
        Object o = new Object();
        a(o);
        b(o, new Object());
    }
}
//- Main.java
import java.net.*;
public class Main {
    public static void main(String[] args) throws Exception {
        URL[] classes = {Main.class.getProtectionDomain().getCodeSource().getLocation()};
        try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getSystemClassLoader().getParent())) {
            Class.forName(\"App\", true, loader).getMethod(\"run\").invoke(null);
        }
    }
}
";

#[test]
fn threads_are_told_one_after_the_other() {
    check(
        "
//- p.yaml
variables: [int n = 0]
events:
  hit: call Main.hit()
  done: call Main.done()
properties:
  P:
    states: {s: initial, b: bad}
    transitions:
      - s -> s: hit
        do: n++;
      - s -> b: done
        when: n == 40000
//- Main.java
public class Main {
    static void hit() {}
    static void done() {}
    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            threads[t] = new Thread(() -> { for (int i = 0; i < 10000; i++) hit(); });
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        done();
    }
}
",
        &["P in b by done at Main.java:11 (global)"],
    );
}

/// Overflowing the stack inside a notification leaves the monitors usable, and the lock free for
/// others.
#[test]
fn a_stack_overflow_does_not_lock_the_monitors() {
    let fixture = Fixture::new(
        "
//- p.yaml
events:
  deep: call Main.deep(int n)
  done: call Main.done()
properties:
  P:
    states: {s: initial, b: bad}
    transitions:
      - s -> s: deep
      - s -> b: done
//- Main.java
public class Main {
    static int deep(int n) { return deep(n + 1) + 1; }
    static void done() {}
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 20; i++) {
            try { deep(0); } catch (StackOverflowError e) { }
        }
        Thread other = new Thread(Main::done);
        other.start();
        other.join(5000);
        System.out.println(other.isAlive());
    }
}
",
        &[],
    );
    fixture.weave(true);
    let output = fixture.run("out", &[]);
    // A fault is told when there is stack for it again, perhaps after the report.
    let reports = reports(&output);
    let expected = "P in b by done at Main.java:8 (global)";
    assert!(
        reports.iter().any(|report| report == expected),
        "{reports:?}"
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), "false\n");
}

/// A message that no property hears binds its variable all the same, and a later action reads it.
#[test]
fn messages_that_no_property_hears_bind_variables() {
    check(
        "
//- p.yaml
channels: [c]
events:
  go: call Main.go(int n)
  got: receive c(int n)
foreach:
  - parameters: [Object o]
    events:
      see: call Main.see(Object o)
    properties:
      P:
        states: {s: initial}
        transitions:
          - s -> s: see
          - s -> s: go
            do: Main.tell(n); c.send(n + 1);
//- Main.java
public class Main {
    static void go(int n) {}
    static void see(Object o) {}
    public static void tell(int n) { System.err.println(n); }
    public static void main(String[] args) {
        Object first = new Object(), second = new Object();
        see(first);
        see(second);
        go(1);
    }
}
",
        &["1", "2"],
    );
}

/// JDK 18 and later want an option to set a security manager, and those from 24 on have none.
#[test]
fn what_a_security_manager_refuses_is_told_and_does_no_harm() {
    let fixture = Fixture::new(
        "
//- p.yaml
events:
  a: call Main.a()
properties:
  P:
    states: {s: initial, x: bad}
    transitions:
      - s -> x: a
//- Strict.java
@SuppressWarnings({\"removal\", \"deprecation\"})
class Strict extends SecurityManager {
    @Override public void checkPermission(java.security.Permission p) {
        String name = p.getName();
        if (name.startsWith(\"residua\") || name.equals(\"shutdownHooks\") || name.equals(\"accessDeclaredMembers\")) {
            throw new SecurityException(name);
        }
    }
}
//- Main.java
public class Main {
    static void a() {}
    @SuppressWarnings({\"removal\", \"deprecation\"})
    public static void main(String[] args) {
        try {
            System.setSecurityManager(new Strict());
        } catch (UnsupportedOperationException none) {
            System.out.println(\"no manager\");
        }
        a();
        System.out.println(\"done\");
    }
}
",
        &[],
    );
    fixture.weave(true);
    let run = fixture.run("out", &[]);
    let (printed, told) = (
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr),
    );
    assert!(
        told.contains("violation of P in x by a at Main.java:10 (global)"),
        "{told}"
    );
    assert!(printed.ends_with("done\n"), "{printed}");
    let refused = "residua: exception in a monitor that is to hear of the end of the program: java.lang.SecurityException: shutdownHooks";
    assert!(
        printed.starts_with("no manager") || told.contains(refused),
        "{told}"
    );
}

#[test]
fn events_without_memory_for_an_instance_do_not_fail_the_program() {
    let fixture = Fixture::new(
        "
//- p.yaml
foreach:
  - parameters: [Main m]
    events: {use: call Main.use() target m, end: call Main.end() target m}
    properties:
      P:
        states: {fresh: initial, used: , wrong: bad}
        transitions: [fresh -> used: use, used -> wrong: end]
//- Main.java
public class Main {
    void use() {}
    void end() {}
    static void fire(Main m) { m.use(); }
    public static void main(String[] args) {
        Main known = new Main();
        fire(known);
        Main[] others = new Main[20];
        for (int i = 0; i < others.length; i++) others[i] = new Main();
        Object[] hoard = null;
        for (int size = 1 << 18; size >= 1; ) {
            try {
                Object[] next = new Object[size];
                next[0] = hoard;
                hoard = next;
            } catch (OutOfMemoryError full) {
                size /= 2;
            }
        }
        int escaped = 0;
        for (int i = 0; i < others.length; i++) {
            try {
                fire(others[i]);
            } catch (OutOfMemoryError error) {
                escaped++;
            }
        }
        hoard = null;
        known.end();
        System.out.println(escaped);
    }
}
",
        &[],
    );
    fixture.weave(true);
    for collector in ["-XX:+UseSerialGC", "-XX:+UseG1GC"] {
        let run = fixture.run("out", &["-Xmx32m", collector]);
        let (printed, told) = (
            String::from_utf8_lossy(&run.stdout),
            String::from_utf8_lossy(&run.stderr),
        );
        assert_eq!(printed, "0\n", "{told}");
        assert!(
            told.starts_with("residua: violation of P in wrong by end at Main.java:29 (Main@"),
            "{told}"
        );
        let shortage = "residua: exception in event use at properties/p.yaml:3: out of memory (told once); it has missed events";
        assert!(told.contains(shortage), "{told}");
    }
}

#[test]
fn numbers_may_be_given_where_an_object_names_the_instance() {
    check(
        "
//- p.yaml
foreach:
  - parameters: [Object t]
    events:
      f: call Main.*(t)
      h: call Main.*() returning (t)
    properties:
      P:
        states: {x: initial, y: , b: bad}
        transitions:
          - x -> y: f
          - y -> b: f
          - x -> b: h
//- Main.java
public class Main {
    static void f(long n) {}
    static void g(Object o) {}
    static double h() { return 1; }
    public static void main(String[] args) {
        f(5);
        g(args);
        f(5);
        h();
    }
}
",
        &[
            "P in b by f at Main.java:8 (java.lang.Long)",
            "P in b by h at Main.java:9 (java.lang.Double)",
        ],
    );
}
