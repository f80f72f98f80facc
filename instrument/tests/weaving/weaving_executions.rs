//! Full weaving of method bodies: entry, normal exits and exceptional exits.

use crate::support;
use crate::support::{check, check_with};

const WORK: &str = "
//- work.yaml
events:
  enter: execution Worker+.work(int[] data, long n, String s) target Worker w
  leave: execution Worker+.work(int[] data, long n, String s) target Worker w returning(Object result)
  fail: execution Worker+.work(int[] data, long n, String s) target Worker w throwing(Throwable t)
  made: execution new Worker(int size) returning(Worker w)
  broken: execution new Worker(int size) throwing(Throwable t)
  static: execution Worker.twice(double d) returning(double d2)
properties:
  Work:
    states: {on: initial}
    transitions:
      - on -> on: enter
        do: System.out.println(\"# enter \" + w.name + \" \" + data.length + \" \" + n + \" \" + s);
      - on -> on: leave
        do: System.out.println(\"# leave \" + w.name + \" \" + data.length + \" \" + n + \" \" + s + \" \" + result);
      - on -> on: fail
        do: System.out.println(\"# fail \" + data.length + \" \" + n + \" \" + s + \" \" + t.getMessage());
      - on -> on: made
        do: System.out.println(\"# made \" + w.name + \" \" + size);
      - on -> on: broken
        do: System.out.println(\"# broken \" + size + \" \" + t.getMessage());
      - on -> on: static
        do: System.out.println(\"# static \" + d + \" \" + d2);
";

fn check_work(java: &str, options: &[&str], expected: &[&str]) {
    let fixture = support::Fixture::new(&format!("{WORK}{java}"), options);
    let plain = fixture.run("classes", &[]);
    fixture.weave(true);
    let woven = fixture.run("out", &[]);
    let text = String::from_utf8_lossy(&woven.stdout).into_owned();
    let actions: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# "))
        .collect();
    assert_eq!(
        actions,
        expected,
        "{}",
        String::from_utf8_lossy(&woven.stderr)
    );
    let rest: String = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(rest, String::from_utf8_lossy(&plain.stdout));
    assert_eq!(woven.status, plain.status);
}

/// The first method overwrites its parameters, in branches and loops, also with values of other
/// types in their slots.
const WORKER: &str = "
//- Worker.java
public class Worker {
    final String name;
    int[] scratch;

    Worker(String name) { this.name = name; }

    Worker(int size) {
        this(size > 2 ? \"big\" : \"small\");
        if (size < 0) throw new NegativeArraySizeException(\"size \" + size);
        scratch = new int[size];
        size = 99;
    }

    public String work(int[] data, long n, String s) {
        while (n > 3) {
            n -= 2;
            data = new int[(int) n];
            if (n == 4) return \"early \" + data.length;
        }
        for (int i = 0; i < 3; i++) {
            try {
                if (s.length() > 3 + i) throw new IllegalStateException(s);
            } catch (IllegalStateException e) {
                s = e.getMessage().substring(1);
                if (i == 2) throw e;
            } finally {
                n++;
            }
        }
        synchronized (this) {
            s += n;
            return s;
        }
    }

    static double twice(double d) { return d * 2; }
}
";

const MAIN: &str = "
//- Main.java
public class Main {
    static class Special extends Worker {
        Special() { super(\"special\"); }
        @Override public String work(int[] data, long n, String s) {
            return super.work(data, n, s) + \"!\";
        }
    }

    public static void main(String[] args) {
        Worker w = new Worker(5);
        System.out.println(w.work(new int[2], 6L, \"abc\"));
        System.out.println(w.work(new int[7], 3L, \"abc\"));
        try { w.work(new int[1], 5L, \"abcdefgh\"); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println(new Special().work(new int[0], 1L, \"x\"));
        try { new Worker(-1); } catch (NegativeArraySizeException e) { System.out.println(\"caught\"); }
        System.out.println(Worker.twice(2.5));
    }
}
";

const EXPECTED: [&str; 13] = [
    "made big 5",
    "enter big 2 6 abc",
    "leave big 2 6 abc early 4",
    "enter big 7 3 abc",
    "leave big 7 3 abc abc6",
    "enter big 1 5 abcdefgh",
    "fail 1 5 abcdefgh cdefgh",
    "enter special 0 1 x",
    "enter special 0 1 x",
    "leave special 0 1 x x4",
    "leave special 0 1 x x4!",
    "broken -1 size -1",
    "static 2.5 5.0",
];

#[test]
fn exits_bind_the_arguments_that_the_method_was_called_with() {
    let java = format!("{WORKER}{MAIN}");
    check_work(&java, &["-g"], &EXPECTED);
    check_work(&java, &["--release", "8"], &EXPECTED);
}

#[test]
fn bodies_run_through_references_libraries_and_bridges_raise_execution_events() {
    check(
        "
//- compare.yaml
events:
  compare: execution Main.ByLength.compare(String a, *)
  run: execution Main.run()
properties:
  P:
    states: {s: initial, b: bad}
    transitions:
      - s -> b: compare
      - b -> b: compare
      - b -> s: run
//- Main.java
import java.util.*;

public class Main {
    static class ByLength implements Comparator<String> {
        public int compare(String a, String b) { return a.length() - b.length(); }
    }
    void run() {}
    public static void main(String[] args) {
        List<String> words = new ArrayList<>(List.of(\"ccc\", \"a\"));
        words.sort(new ByLength());
        Runnable r = new Main()::run;
        r.run();
        Comparator raw = new ByLength();
        raw.compare(\"x\", \"y\");
    }
}
",
        &[
            "P in b by compare at Main.java:5 (global)",
            "P in b by compare at Main.java:5 (global)",
        ],
    );
}

#[test]
fn super_calls_and_inserted_calls_raise_no_call_events() {
    check_with(
        "
//- calls.yaml
events:
  object: call Object+.hashCode() target Object o
  equals: call Object+.equals(Object other) target Object o
  box: {any-of: [call Integer.valueOf(..), call Number+.intValue() target Number n, call Enum+.ordinal() target Enum e]}
  text: call *.toString() target Object o
properties:
  P:
    states: {b: initial bad}
    transitions:
      - b -> b: object
      - b -> b: equals
      - b -> b: box
      - b -> b: text
//- Main.java
import java.util.*;

public class Main {
    enum Color { RED, GREEN }
    static class Base {
        @Override public int hashCode() { return super.hashCode() & 1; }
        @Override public String toString() { return \"base\"; }
    }
    static class Derived extends Base {
        @Override public int hashCode() { return super.hashCode() + 1; }
    }
    static int kind(String s) {
        switch (s) {
            case \"a\": return 1;
            case \"b\": return 2;
            default: return 0;
        }
    }
    static int kind(Color c) {
        switch (c) {
            case RED: return 1;
            default: return 2;
        }
    }
    public static void main(String[] args) {
        List<Integer> boxes = new ArrayList<>();
        boxes.add(7);
        int sum = boxes.get(0) + kind(\"b\") + kind(Color.GREEN);
        Object d = new Derived();
        System.out.println(\"sum \" + sum + \" \" + d);
        System.out.println(Color.valueOf(\"RED\"));
        d.hashCode();
        \"b\".equals(d);
        d.toString();
        written(Color.RED);
        System.out.println(Color.RED.ordinal());
    }
    static void written(Color c) {
        switch (c.ordinal()) { case 0: System.out.println(\"red\"); }
    }
}
",
        &["--release", "9"],
        &[],
        &[
            "P in b by object at Main.java:32 (global)",
            "P in b by equals at Main.java:33 (global)",
            "P in b by text at Main.java:34 (global)",
            // The switch in between looks like one over the enum itself.
            "P in b by box at Main.java:36 (global)",
        ],
    );
}

/// The inner class calls the protected method through an accessor that the compiler made, which has
/// the line of its class: imprecise, but the same however the program is woven.
#[test]
fn protected_and_private_members_stay_accessible() {
    check(
        "
//- p.yaml
events:
  clone: call Object+.clone() returning(Object copy)
  hidden: call Main.hidden(int n) target Main m
  inner: call *.secret(..)
properties:
  P:
    states: {b: initial bad}
    transitions:
      - b -> b: clone
      - b -> b: hidden
      - b -> b: inner
//- base/Base.java
package base;
public class Base {
    protected String secret(int[] numbers, Object... more) { return \"secret \" + numbers.length + more.length; }
}
//- Main.java
public class Main extends base.Base implements Cloneable {
    private int hidden(int n) { return n + 1; }
    class Inner { int call() { return hidden(1) + secret(new int[3], 1, 2).length(); } }
    public static void main(String[] args) throws Exception {
        Main m = new Main();
        System.out.println(m.hidden(2) + new Main().new Inner().call());
        System.out.println(m.clone() != m);
        System.out.println(new int[] {1, 2}.clone().length);
        System.out.println(m.secret(new int[1]));
    }
}
",
        &[
            "P in b by hidden at Main.java:6 (global)",
            "P in b by hidden at Main.java:3 (global)",
            "P in b by inner at Main.java:1 (global)",
            "P in b by clone at Main.java:7 (global)",
            "P in b by clone at Main.java:8 (global)",
            "P in b by inner at Main.java:9 (global)",
        ],
    );
}

#[test]
fn callers_are_bound_where_there_is_one() {
    check(
        "
//- p.yaml
foreach:
  - parameters: [Main m]
    events:
      hit: call Main.hit(int n) caller Main m
      body: execution Main.hit(int n) caller Main m
    properties:
      P:
        states: {s: initial, b: bad}
        transitions:
          - s -> b: hit
            when: n > 1
          - b -> s: body
//- Main.java
public class Main {
    static int hit(int n) { return n; }
    int via(boolean twice) { return twice ? hit(3) + hit(4) : hit(1); }
    Main(int n) { this(hit(n) > 0); }
    Main(boolean b) { hit(7); }
    public static void main(String[] args) {
        hit(5);
        System.out.println(new Main(2).via(true));
        Runnable r = () -> hit(6);
        r.run();
    }
}
",
        &["P in b by hit at Main.java:5 (Main)"],
    );
}
