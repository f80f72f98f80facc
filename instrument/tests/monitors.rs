//! Generated monitors: contexts and their instances, letters, clocks, channels, release, and what monitor code may do.

mod support;

use support::{Fixture, check, check_with, reports};

/// Events of outer contexts reach inner instances that are there, and create none; inner ones are not seen outside.
#[test]
fn outer_events_reach_existing_inner_instances() {
    check(
        "
//- bank.yaml
variables: [int users = 0]
events:
  audit: call Bank.audit()
properties:
  Global:
    states: {g: initial, audited: bad}
    transitions:
      - g -> audited: audit
        when: users == 2
foreach:
  - parameters: [User u by equals]
    variables: [int accounts = 0]
    events:
      login: {on: call User.login() target User u1, where: u = u1;}
    properties:
      PerUser:
        states: {out: initial, in: normal, seen: bad}
        transitions:
          - out -> in: login
            do: users++;
          - in -> seen: audit
            when: accounts > 0
    foreach:
      - parameters: [Account a by identity]
        events:
          open: {on: call Account.open() target Account a1, where: a = a1; u = a1.owner;}
        properties:
          PerAccount:
            states: {closed: initial, opened: normal, seen: bad}
            transitions:
              - closed -> opened: open
                do: accounts = accounts + 1;
              - opened -> seen: audit
              - opened -> seen: login
//- User.java
public class User {
    final String name;
    User(String name) { this.name = name; }
    void login() {}
    @Override public boolean equals(Object o) { return o instanceof User && ((User) o).name.equals(name); }
    @Override public int hashCode() { return name.hashCode(); }
}
//- Account.java
public class Account {
    public final User owner;
    Account(User owner) { this.owner = owner; }
    void open() {}
}
//- Bank.java
public class Bank { static void audit() {} }
//- Main.java
public class Main {
    public static void main(String[] args) {
        Bank.audit();
        new User(\"ann\").login();
        new User(\"bob\").login();
        Account a = new Account(new User(\"ann\"));
        Account b = new Account(new User(\"ann\"));
        a.open();
        b.open();
        new Account(new User(\"cid\")).open();
        new User(\"ann\").login();
        Bank.audit();
        System.out.println(a.owner.equals(b.owner));
    }
}
",
        &[
            "PerAccount in seen by login at Main.java:11 (User, Account)",
            "PerAccount in seen by login at Main.java:11 (User, Account)",
            "Global in audited by audit at Main.java:12 (global)",
            "PerUser in seen by audit at Main.java:12 (User)",
            "PerAccount in seen by audit at Main.java:12 (User, Account)",
        ],
    );
}

#[test]
fn identity_and_equality_make_different_instances() {
    let property = |identity: &str| {
        format!(
            "
//- p.yaml
foreach:
  - parameters: [String s by {identity}]
    events:
      use: call Main.use(String s)
    properties:
      Twice:
        states: {{fresh: initial, once: , twice: bad}}
        transitions:
          - fresh -> once: use
          - once -> twice: use
//- Main.java
public class Main {{
    static void use(String s) {{}}
    public static void main(String[] args) {{
        use(new String(\"a\"));
        use(new String(\"a\"));
    }}
}}
"
        )
    };
    check(&property("identity"), &[]);
    check(&property("equals"), &["Twice in twice by use at Main.java:5 (java.lang.String)"]);
}

#[test]
fn keys_under_equality_are_lost_when_their_hash_changes() {
    check(
        "
//- p.yaml
foreach:
  - parameters: [java.util.List l by equals]
    events:
      use: call Main.use(java.util.List l)
    properties:
      Twice:
        states: {fresh: initial, once: , twice: bad}
        transitions:
          - fresh -> once: use
          - once -> twice: use
//- Main.java
import java.util.*;
public class Main {
    static void use(List<String> s) {}
    public static void main(String[] args) {
        List<String> l = new ArrayList<>();
        use(l);
        l.add(\"x\");
        use(l);
        use(new ArrayList<>(l));
    }
}
",
        &["Twice in twice by use at Main.java:9 (java.util.ArrayList)"],
    );
}

/// Figure 4 of the paper on RV: the eleven events of figure 3, sliced over a map, its collections and their iterators.
#[test]
fn slices_are_those_of_the_paper() {
    check(
        "
//- unsafe.yaml
imports: [java.util.Map, java.util.Collection, java.util.Iterator]
foreach:
  - parameters: [Map m, Collection c, Iterator i]
    creation: slicing
    events:
      create_coll: call Map+.values() target Map m returning(Collection c)
      create_iter: call Collection+.iterator() target Collection c returning(Iterator i)
      use_iter: call Iterator+.next() target Iterator i
      update_map: call Map+.put(*, *) target Map m
    properties:
      UnsafeMapIterator:
        states: {start: initial, coll: , iter: , updated: , match: bad, dead: }
        transitions:
          - start -> coll: create_coll
          - start -> dead: create_iter
          - start -> dead: use_iter
          - start -> dead: update_map
          - coll -> coll: update_map
          - coll -> iter: create_iter
          - coll -> dead: create_coll
          - coll -> dead: use_iter
          - iter -> iter: use_iter
          - iter -> updated: update_map
          - iter -> dead: create_coll
          - iter -> dead: create_iter
          - updated -> updated: update_map
          - updated -> match: use_iter
          - updated -> dead: create_coll
          - updated -> dead: create_iter
//- Main.java
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
public class Main {
    public static void main(String[] args) {
        Map<Integer, Integer> m1 = new ConcurrentHashMap<>(Map.of(1, 1, 2, 2));
        Map<Integer, Integer> m2 = new ConcurrentHashMap<>(Map.of(3, 3));
        Collection<Integer> c1 = m1.values();
        Collection<Integer> c2 = new LinkedHashMap<>(m1).values();
        Iterator<Integer> i1 = c1.iterator();
        Iterator<Integer> i2 = c1.iterator();
        i1.next();
        Iterator<Integer> i3 = c2.iterator();
        m1.put(7, 7);
        i2.next();
        Collection<Integer> c3 = m2.values();
        Iterator<Integer> i4 = c3.iterator();
        i4.next();
        i3.next();
    }
}
",
        &["UnsafeMapIterator in match by use_iter at Main.java:14 (java.util.concurrent.ConcurrentHashMap, \
           java.util.concurrent.ConcurrentHashMap$ValuesView, java.util.concurrent.ConcurrentHashMap$ValueIterator)"],
    );
}

#[test]
fn listed_events_alone_create_and_others_join() {
    check(
        "
//- p.yaml
foreach:
  - parameters: [StringBuilder a, StringBuilder b]
    creation: [make]
    events:
      make: call Main.make(StringBuilder a)
      link: call Main.link(StringBuilder a, StringBuilder b)
      use: call Main.use(StringBuilder b)
    properties:
      P:
        states: {s: initial, made: , linked: , bad: bad}
        transitions:
          - s -> made: make
          - s -> bad: link
          - s -> bad: use
          - made -> linked: link
          - linked -> bad: use
//- Main.java
public class Main {
    static void make(StringBuilder a) {}
    static void link(StringBuilder a, StringBuilder b) {}
    static void use(StringBuilder b) {}
    public static void main(String[] args) {
        StringBuilder x = new StringBuilder(), y = new StringBuilder(), z = new StringBuilder();
        use(y);
        link(x, y);
        make(x);
        use(y);
        link(x, y);
        link(z, y);
        use(y);
        use(z);
    }
}
",
        &["P in bad by use at Main.java:13 (java.lang.StringBuilder, java.lang.StringBuilder)"],
    );
}

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
fn accepting_instances_are_released_when_all_properties_accept() {
    check(
        "
//- p.yaml
foreach:
  - parameters: [Object o]
    variables: [int n = 0]
    events:
      a: call Main.a(Object o)
      b: call Main.b(Object o)
    properties:
      P:
        states: {s: {is: initial, entry: n++;}, t: accepting, u: bad}
        transitions:
          - s -> t: a
          - t -> u: a
        releases: true
      Q:
        states: {s: initial, t: accepting}
        transitions:
          - s -> t: b
        releases: true
//- Main.java
public class Main {
    static void a(Object o) {}
    static void b(Object o) {}
    public static void main(String[] args) {
        Object x = new Object();
        a(x);
        a(x);
        Object y = new Object();
        a(y);
        b(y);
        a(y);
        a(y);
    }
}
",
        &["P in u by a at Main.java:7 (java.lang.Object)", "P in u by a at Main.java:12 (java.lang.Object)"],
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

/// The sender is still in its source state while what it sends is received; its own move comes last.
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

#[test]
fn handlers_and_report_options_are_chosen_from_outside() {
    let text = "
//- p.yaml
events: {go: call Main.go()}
properties:
  P:
    states: {b: initial bad}
    transitions:
      - b -> b: go
//- app/Handler.java
package app;
public class Handler implements residua.runtime.ViolationHandler {
    public void violation(residua.runtime.Violation v) { System.err.println(\"handled \" + v.property + \" \" + v.at); }
}
//- residua/runtime/ViolationHandler.java
package residua.runtime;
public interface ViolationHandler { void violation(Violation violation); }
//- residua/runtime/Violation.java
package residua.runtime;
public class Violation { public String property, at; }
//- Main.java
public class Main {
    static void go() {}
    public static void main(String[] args) { for (int i = 0; i < 3; i++) go(); }
}
";
    let fixture = Fixture::new(text, &[]);
    std::fs::remove_dir_all(fixture.path("classes/residua")).unwrap();
    let mut request = fixture.request(true);
    request.class_path = vec![];
    instrument::weave::weave(&request).unwrap();
    let line = "P in b by go at Main.java:3 (global)";
    assert_eq!(reports(&fixture.run("out", &[])), [line; 3]);
    assert_eq!(reports(&fixture.run("out", &["-Dresidua.report=once"])), [line]);
    let handled = fixture.run("out", &["-Dresidua.handler=app.Handler"]);
    assert_eq!(reports(&handled), ["handled P Main.java:3"; 3]);
    let json = fixture.run("out", &["-Dresidua.report=json,once,summary"]);
    let json = reports(&json);
    assert_eq!(json[0], r#"{"property":"P","state":"b","event":"go","at":"Main.java:3","instance":"global"}"#);
    assert_eq!(json[1], "residua: 3 x violation of P in b by go at Main.java:3");

    request.handler = Some("app.Handler".to_owned());
    instrument::weave::weave(&request).unwrap();
    assert_eq!(reports(&fixture.run("out", &[])), ["handled P Main.java:3"; 3]);
}

#[test]
fn notifications_are_counted_for_each_property_and_event() {
    let fixture = Fixture::new(
        "
//- p.yaml
events:
  a: {on: call Main.a(int n), filter: n > 0}
  b: call Main.b()
  any: {any-of: [a, b]}
properties:
  P:
    states: {s: initial, t: bad}
    transitions:
      - s -> t: b
        when: 1 > 2
  Q:
    states: {s: initial}
    transitions:
      - s -> s: any
//- Main.java
public class Main {
    static void a(int n) {}
    static void b() {}
    public static void main(String[] args) {
        for (int i = 0; i < 10; i++) a(i);
        b();
    }
}
",
        &[],
    );
    fixture.weave(true);
    let file = fixture.path("counts");
    let output = fixture.run("out", &[&format!("-Dresidua.count={}", file.display())]);
    assert_eq!(reports(&output), [""; 0]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "P\tb\t1\nQ\ta\t9\nQ\tb\t1\n");
}

/// What is reported does not depend on when garbage is collected, and keys that no longer matter are forgotten.
#[test]
fn instances_of_collected_keys_stay_as_long_as_they_matter() {
    check_with(
        "
//- p.yaml
events:
  check: call Main.check()
foreach:
  - parameters: [Object o]
    events:
      leak: call Main.leak(Object o)
    properties:
      Leak:
        states: {s: initial, leaked: , b: bad}
        transitions:
          - s -> leaked: leak
          - leaked -> b: check
  - parameters: [Object p]
    events:
      use: call Main.use(Object p)
    properties:
      Use:
        states: {s: initial, used: , b: bad}
        transitions:
          - s -> used: use
          - used -> b: use
//- Main.java
public class Main {
    static void check() {}
    static void leak(Object o) {}
    static void use(Object p) {}
    public static void main(String[] args) {
        leak(new Object());
        for (int i = 0; i < 400; i++) {
            use(new byte[1 << 20]);
            if (i % 50 == 0) System.gc();
        }
        check();
    }
}
",
        &[],
        &["-Xmx64m"],
        &["Leak in b by check at Main.java:11 (java.lang.Object)"],
    );
}

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

/// Overflowing the stack inside a notification leaves the monitors usable, and the lock free for others.
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
    let last = reports(&output).pop();
    assert_eq!(last.as_deref(), Some("P in b by done at Main.java:8 (global)"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "false\n");
}

#[test]
fn errors_in_user_code_are_told_at_the_line_of_the_property_file() {
    let fixture = Fixture::new(
        "
//- p.yaml
foreach:
  - parameters: [Object o]
    variables: [int count = 0]
    events:
      go: call Main.go(Object o)
    properties:
      P:
        states: {s: initial, b: bad}
        transitions:
          - s -> b: go
            when: count + nonsense > 3
//- Main.java
public class Main {
    static void go(Object o) {}
    public static void main(String[] args) { go(args); }
}
",
        &[],
    );
    let instrument::weave::WeaveError::Monitors(found) = fixture.weave_error() else { panic!() };
    assert_eq!(found.len(), 1, "{found:?}");
    let place = (found[0].file.as_str(), found[0].span.line, found[0].span.column);
    assert_eq!(place, ("properties/p.yaml", 11, 27), "{found:?}");
    assert!(found[0].help.as_deref().unwrap().contains("nonsense"), "{found:?}");
    assert!(!fixture.path("out").exists());
}
