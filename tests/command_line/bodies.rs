//! Bodies, and what compilers add to a program: what full monitoring reports, optimized monitoring
//! reports ([`judged`] compares).

use super::unprompted::{Judged, judged};

fn reports(members: &str, property: &str) -> Vec<String> {
    let source = format!("package app;\n\npublic class Main {{\n{members}}}\n");
    let Judged { reports, .. } = judged(&source, property);
    let lines = reports.lines().map(|line| {
        line.strip_prefix("residua: violation of ")
            .unwrap_or(line)
            .replace(" (global)", "")
    });
    lines.collect()
}

/// An event of `first`, then one of `second`.
fn in_a_row(parameter: &str, first: &str, second: &str) -> String {
    format!(
        "imports: [app.Main]
foreach:
  - parameters: [{parameter}]
    events:
      first: {first}
      second: {second}
    properties:
      p:
        states: {{x: initial, y: , b: bad}}
        transitions:
          - x -> y: first
          - y -> b: second
"
    )
}

/// The body of a constructor begins when the one that it calls has returned.
#[test]
fn bodies_of_constructors_follow_one_another() {
    let chain = |own: &str| {
        format!(
            "    static class A {{ A() {{}} }}
    static class B extends A {{ {own} }}
    public static void main(String[] args) {{ new B(); }}
"
        )
    };
    let ended = in_a_row(
        "Main.A a",
        "execution new Main.A+(..) target a returning",
        "execution new Main.A+(..) target a",
    );
    assert_eq!(
        reports(&chain("B() {}"), &ended),
        ["p in b by second at app/Main.java:5"]
    );
    assert_eq!(
        reports(&chain("B() { this(3); } B(int n) {}"), &ended),
        ["p in b by second at app/Main.java:5"]
    );
    let begun = in_a_row(
        "Main.A a",
        "execution new Main.B(..) target a",
        "execution new Main.A(..) target a",
    );
    assert_eq!(reports(&chain("B() {}"), &begun), [""; 0]);
    let failed = in_a_row(
        "Main.A a",
        "execution new Main.A+(..) target a",
        "execution new Main.A+(..) target a throwing",
    );
    let failing = "    static class A { A() { throw new IllegalStateException(); } }
    static class B extends A { B() {} }
    public static void main(String[] args) { try { new B(); } catch (IllegalStateException e) {} }
";
    assert_eq!(
        reports(failing, &failed),
        ["p in b by second at app/Main.java:4"]
    );
}

/// The parameters of a body have the values from its beginning.
#[test]
fn parameters_that_a_body_writes_are_bound_at_its_beginning() {
    let members = "    static class S {}
    static class A { A(Object o) {} }
    static class B extends A { B(S s, S t) { super(s = t); } }
    static void g(S s) { s = new S(); }
    static void h(S s) { try { s = null; throw new IllegalStateException(); } finally { s = new S(); } }
    static void open(S s) {}
    public static void main(String[] args) {
        g(new S());
        S t = new S();
        open(t);
        new B(new S(), t);
        try { h(new S()); } catch (IllegalStateException e) {}
    }
";
    let of = |first: &str, second: &str| reports(members, &in_a_row("Main.S s", first, second));
    assert_eq!(
        of("execution Main.g(s)", "execution Main.g(s) returning"),
        ["p in b by second at app/Main.java:7"]
    );
    assert_eq!(
        of("execution Main.h(s)", "execution Main.h(s) throwing"),
        ["p in b by second at app/Main.java:8"]
    );
    assert_eq!(
        of("call Main.open(s)", "execution new Main.B(s, ..)"),
        ["p in b by second at app/Main.java:6"]
    );
}

#[test]
fn bodies_of_lambda_expressions_are_no_methods() {
    let members = "    static void named() {}
    public static void main(String[] args) { Runnable r = () -> { if (args.length == 0) named(); }; r.run(); r.run(); }
";
    let property = "imports: [app.Main]
events:
  body: execution Main.*()
properties:
  p:
    states: {x: initial, b: bad}
    transitions:
      - x -> b: body
      - b -> b: body
";
    assert_eq!(
        reports(members, property),
        ["p in b by body at app/Main.java:4"; 2]
    );
}

#[test]
fn calls_that_compilers_insert_are_no_events() {
    let members = "    static class R implements AutoCloseable { public void close() { throw new IllegalStateException(); } void open() {} }
    class Inner {}
    enum E { ONE }
    public static void main(String[] args) {
        R s = new R();
        Runnable r = s::open;
        r.run();
        Main m = new Main();
        m.new Inner();
        assert E.valueOf(\"ONE\") == E.values()[0];
        try (R t = new R()) { throw new IllegalStateException(); } catch (IllegalStateException e) {}
    }
";
    let property = |events: &str| {
        format!(
            "imports: [app.Main]
events:
  e: {events}
properties:
  p:
    states: {{x: initial, b: bad}}
    transitions:
      - x -> b: e
      - b -> b: e
"
        )
    };
    for inserted in [
        "Objects.requireNonNull(..)",
        "Object.getClass()",
        "Throwable.addSuppressed(..)",
        "Class.desiredAssertionStatus()",
    ] {
        let owner = if inserted.starts_with("Objects") {
            "java.util."
        } else {
            ""
        };
        assert_eq!(
            reports(members, &property(&format!("call {owner}{inserted}"))),
            [""; 0],
            "{inserted}"
        );
    }
    let written = members.replace(
        "R s = new R();",
        "R s = new R(); if (args.length == 0) { java.util.Objects.requireNonNull(s); s.getClass(); new Exception().addSuppressed(new Exception()); }",
    );
    for called in [
        "java.util.Objects.requireNonNull(..)",
        "Object.getClass()",
        "Throwable.addSuppressed(..)",
    ] {
        assert_eq!(
            reports(&written, &property(&format!("call {called}"))),
            ["p in b by e at app/Main.java:8"],
            "{called}"
        );
    }
    let beside = members.replace(
        "Runnable r =",
        "if (args.length == 0) java.util.Objects.requireNonNull(s); Runnable r =",
    );
    let once = ["p in b by e at app/Main.java:9"];
    assert_eq!(
        reports(
            &beside,
            &property("call java.util.Objects.requireNonNull(..)")
        ),
        once
    );
    let values = members.replace("assert E", "boolean found = args.length > 0 || E");
    assert_eq!(
        reports(&values, &property("call Main.E.*(..)")),
        ["p in b by e at app/Main.java:13"; 2]
    );
}

/// Arguments of `this(..)` are computed before there is an object whose code it could be.
#[test]
fn calls_before_the_object_have_no_caller() {
    let members = "    static int f() { return 1; }
    static class L {
        L() { this(f()); }
        L(int k) {}
        void end() {}
    }
    public static void main(String[] args) { new L().end(); }
";
    let property = "imports: [app.Main]
foreach:
  - parameters: [Main.L m]
    events:
      used: call Main.f() caller m
      end: call Main.L.end() target m
    properties:
      must:
        states: {x: initial, ok: , b: bad}
        transitions:
          - x -> ok: used
          - x -> b: end
      may:
        states: {x: initial, ok: , b: bad}
        transitions:
          - x -> ok: used
          - ok -> b: end
";
    assert_eq!(
        reports(members, property),
        ["must in b by end at app/Main.java:10"]
    );
}

#[test]
fn zero_and_negative_zero_are_two_numbers() {
    let members = "    static void d(double x) {}
    public static void main(String[] args) { d(0.0); d(-0.0); }
";
    let property = "imports: [app.Main]
events:
  d: call Main.d(double v)
properties:
  p:
    states: {x: initial, b: bad}
    transitions:
      - x -> b: d
        when: 1 / v < 0
";
    assert_eq!(
        reports(members, property),
        ["p in b by d at app/Main.java:5"]
    );
}

#[test]
fn constructors_are_woven_whose_bodies_and_calls_are_heard() {
    let members = "    static int depth() { return 1; }
    static class D { int d; D() { d = depth(); } }
    public static void main(String[] args) { new D(); }
";
    let property = in_a_row(
        "Object t",
        "execution new Main.D(..) target t",
        "call Main.depth() caller t",
    );
    assert_eq!(
        reports(members, &property),
        ["p in b by second at app/Main.java:5"]
    );
}
