//! Parametric slicing: which instances an event makes, from which, and in which order.

use crate::support::check;

/// Figure 4 of the paper on RV: the eleven events of figure 3, sliced over a map, its collections
/// and their iterators.
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
        &[
            "UnsafeMapIterator in match by use_iter at Main.java:14 (java.util.concurrent.ConcurrentHashMap, \
           java.util.concurrent.ConcurrentHashMap$ValuesView, java.util.concurrent.ConcurrentHashMap$ValueIterator)",
        ],
    );
}

/// The event names the outer instance and only a part of the slice: both are made.
#[test]
fn an_event_that_binds_a_part_of_a_slice_makes_the_outer_instance() {
    check(
        "
//- p.yaml
foreach:
  - parameters: [String u]
    events: {login: call Main.login(String u)}
    properties:
      Outer:
        states: {s: initial, in: bad}
        transitions:
          - s -> in: login
            when: made == 1
    variables: [int made = 0]
    foreach:
      - parameters: [Object x, Object y]
        creation: slicing
        events:
          start: call Main.start(String u, Object x)
          end: call Main.end(String u, Object y)
          join: call Main.join(String u, Object x, Object y)
        properties:
          Inner:
            states: {s: initial, t: , u: , bad: bad}
            transitions:
              - s -> t: start
                do: made++;
              - t -> u: join
              - u -> bad: end
//- Main.java
public class Main {
    static void login(String u) {}
    static void start(String u, Object x) {}
    static void end(String u, Object y) {}
    static void join(String u, Object x, Object y) {}
    public static void main(String[] args) {
        String a = \"a\", b = \"b\";
        start(a, \"x\");
        login(a);
        login(b);
        join(a, \"x\", \"y\");
        join(b, \"x\", \"y\");
        end(a, \"y\");
        end(b, \"y\");
    }
}
",
        &[
            "Outer in in by login at Main.java:9 (java.lang.String)",
            "Inner in bad by end at Main.java:13 (java.lang.String, java.lang.String, java.lang.String)",
        ],
    );
}

/// What `yz` binds extends the instance of y, which is earlier than that of x and y, which the
/// other one extends.
#[test]
fn instances_made_by_one_event_take_the_places_of_those_they_extend() {
    check(
        "
//- p.yaml
foreach:
  - parameters: [Integer x, String y, StringBuilder z]
    creation: slicing
    events:
      ex: call Main.ex(Integer x)
      ey: call Main.ey(String y)
      ez: call Main.ez(StringBuilder z)
      yz: call Main.yz(String y, StringBuilder z)
      all: {any-of: [ex, ey, ez, yz]}
    properties:
      P:
        states: {s: initial bad}
        transitions:
          - s -> s: all
//- Main.java
public class Main {
    static void ex(Integer x) {}
    static void ey(String y) {}
    static void ez(StringBuilder z) {}
    static void yz(String y, StringBuilder z) {}
    public static void main(String[] args) {
        ey(\"y\");
        ex(1);
        yz(\"y\", new StringBuilder());
        ey(\"y\");
    }
}
",
        &[
            "P in s by all at Main.java:7 (-, java.lang.String, -)",
            "P in s by all at Main.java:8 (java.lang.Integer, java.lang.String, -)",
            "P in s by all at Main.java:8 (java.lang.Integer, -, -)",
            "P in s by all at Main.java:9 (-, java.lang.String, java.lang.StringBuilder)",
            "P in s by all at Main.java:9 (java.lang.Integer, java.lang.String, java.lang.StringBuilder)",
            "P in s by all at Main.java:10 (-, java.lang.String, -)",
            "P in s by all at Main.java:10 (java.lang.Integer, java.lang.String, -)",
            "P in s by all at Main.java:10 (-, java.lang.String, java.lang.StringBuilder)",
            "P in s by all at Main.java:10 (java.lang.Integer, java.lang.String, java.lang.StringBuilder)",
        ],
    );
}

/// The message binds nothing and no property hears it, but it makes the instance from which that of
/// x starts.
#[test]
fn a_message_that_no_property_hears_makes_an_instance() {
    check(
        "
//- p.yaml
channels: [c]
events:
  go: call Main.go(int n)
properties:
  Sender:
    states: {q: initial}
    transitions:
      - q -> q: go
        do: c.send(n);
foreach:
  - parameters: [Object x]
    creation: slicing
    events:
      got: receive c(int n)
      use: call Main.use(Object x)
    properties:
      P:
        states: {s: initial, t: , b: bad}
        transitions:
          - s -> t: go
          - t -> b: use
//- Main.java
public class Main {
    static void go(int n) {}
    static void use(Object x) {}
    public static void main(String[] args) {
        go(1);
        use(\"x\");
    }
}
",
        &["P in b by use at Main.java:6 (java.lang.String)"],
    );
}

/// `ei` makes an instance for m and i of that for m; that for m and c does not hear it. What joins
/// the two must not wait, or nothing would tell which of them it goes on from.
#[test]
fn what_joins_two_instances_does_not_wait() {
    check(
        "
//- p.yaml
foreach:
  - parameters: [Integer m, String c, StringBuilder i]
    creation: slicing
    events:
      em: call Main.em(Integer m)
      ec: call Main.ec(String c)
      ei: call Main.ei(StringBuilder i)
      all: call Main.all(Integer m, String c, StringBuilder i)
    properties:
      P:
        states: {q0: initial, q1: , q2: , q3: , bad: bad}
        transitions:
          - q0 -> q1: em
          - q1 -> q2: ec
          - q1 -> q3: ei
          - q2 -> bad: all
          - q3 -> q0: all
//- Main.java
public class Main {
    static void em(Integer m) {}
    static void ec(String c) {}
    static void ei(StringBuilder i) {}
    static void all(Integer m, String c, StringBuilder i) {}
    public static void main(String[] args) {
        Integer m = 1000;
        StringBuilder i = new StringBuilder();
        em(m);
        ec(\"c\");
        ei(i);
        all(m, \"c\", i);
    }
}
",
        &[
            "P in bad by all at Main.java:12 (java.lang.Integer, java.lang.String, java.lang.StringBuilder)",
        ],
    );
}

/// An event that binds all parameters, one of them to an object that is new, goes on from what is
/// known of the others.
#[test]
fn an_event_that_binds_all_goes_on_from_smaller_instances() {
    check(
        "
//- p.yaml
foreach:
  - parameters: [Object a, Object b]
    creation: slicing
    events:
      open: call Main.open(Object a)
      use: call Main.use(Object a, Object b)
    properties:
      P:
        states: {shut: initial, opened: , used: , early: bad}
        transitions:
          - shut -> opened: open
          - shut -> early: use
          - opened -> used: use
//- Main.java
public class Main {
    static void open(Object a) {}
    static void use(Object a, Object b) {}
    public static void main(String[] args) {
        Integer[] n = {1};
        String[] s = {\"\"};
        use(s, n);
        open(n);
        use(n, s);
        use(n, n);
        use(s, s);
    }
}
",
        &[
            "P in early by use at Main.java:7 ([Ljava.lang.String;, [Ljava.lang.Integer;)",
            "P in early by use at Main.java:11 ([Ljava.lang.String;, [Ljava.lang.String;)",
        ],
    );
}
