//! Instances: how events find them, which events make them, when they go.

use crate::support;
use crate::support::{check, check_with};

/// Events of outer contexts reach inner instances that are there, and create none; inner ones are
/// not seen outside.
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
    check(
        &property("equals"),
        &["Twice in twice by use at Main.java:5 (java.lang.String)"],
    );
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

/// Which instances an event without some of the keys concerns, and makes, only slicing says.
#[test]
fn listed_creation_refuses_events_that_leave_a_parameter_open() {
    let fixture = support::Fixture::new(
        "
//- p.yaml
foreach:
  - parameters: [StringBuilder a, StringBuilder b]
    creation: [make]
    events:
      make: call Main.make(StringBuilder a, StringBuilder b)
      use: call Main.use(StringBuilder b)
    properties:
      P:
        states: {s: initial, bad: bad}
        transitions:
          - s -> bad: [make, use]
//- Main.java
public class Main {
    static void make(StringBuilder a, StringBuilder b) {}
    static void use(StringBuilder b) {}
    public static void main(String[] args) {
        make(null, null);
        use(null);
    }
}
",
        &[],
    );
    let error = fixture.weave_error().to_string();
    assert!(error.contains("properties/p.yaml:6"), "{error}");
    assert!(
        error.contains("`use` does not say which `a` it concerns"),
        "{error}"
    );
}

#[test]
fn listed_events_alone_create() {
    check(
        "
//- p.yaml
foreach:
  - parameters: [StringBuilder a]
    creation: [make]
    events:
      make: call Main.make(StringBuilder a)
      use: call Main.use(StringBuilder a)
    properties:
      P:
        states: {s: initial, made: , bad: bad}
        transitions:
          - s -> made: make
          - s -> bad: use
          - made -> bad: use
//- Main.java
public class Main {
    static void make(StringBuilder a) {}
    static void use(StringBuilder a) {}
    public static void main(String[] args) {
        StringBuilder x = new StringBuilder(), y = new StringBuilder();
        use(x);
        make(y);
        use(x);
        use(y);
    }
}
",
        &["P in bad by use at Main.java:9 (java.lang.StringBuilder)"],
    );
}

/// 1000 is boxed anew at each event.
#[test]
fn primitive_keys_are_compared_by_value() {
    check(
        "
//- p.yaml
foreach:
  - parameters: [int id]
    events:
      use: call Main.use(int id)
    properties:
      Twice:
        states: {fresh: initial, once: , twice: bad}
        transitions:
          - fresh -> once: use
          - once -> twice: use
  - parameters: [long l, double d]
    creation: slicing
    events:
      first: call Main.first(long l)
      both: call Main.both(long l, double d)
    properties:
      Joined:
        states: {s: initial, t: , u: bad}
        transitions:
          - s -> t: first
          - t -> u: both
//- Main.java
public class Main {
    static void use(int id) {}
    static void first(long l) {}
    static void both(long l, double d) {}
    public static void main(String[] args) {
        use(1000);
        use(2000);
        use(1000);
        first(1L << 40);
        both(1L << 40, 0.5);
        both(1L << 41, 0.5);
        both(1L << 40, 1.5);
    }
}
",
        &[
            "Twice in twice by use at Main.java:8 (java.lang.Integer)",
            "Joined in u by both at Main.java:10 (java.lang.Long, java.lang.Double)",
            "Joined in u by both at Main.java:12 (java.lang.Long, java.lang.Double)",
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
        &[
            "P in u by a at Main.java:7 (java.lang.Object)",
            "P in u by a at Main.java:12 (java.lang.Object)",
        ],
    );
}

/// What is reported does not depend on when garbage is collected, and keys that no longer matter
/// are forgotten.
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

/// Null is the key of no instance, in a context of its own, as an outer key that `where` computes,
/// and in a slice; what happens to other instances and to the global one stays as it is.
#[test]
fn null_names_no_instance() {
    check(
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

/// Keys by equality and by identity in one context; the instance outlives the objects that named it
/// first.
#[test]
fn equal_keys_find_the_instance_of_objects_that_are_gone() {
    check_with(
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
