//! Wrong expectations fail: for each kind of marker, the right one passes and wrong ones do not.

use crate::check;
use crate::fixture::Fixture;
use crate::support;

/// Returns the faults of a fixture with this text.
fn failures(text: &str) -> Vec<String> {
    let fixture = Fixture::parse("0-text.java", text.as_bytes());
    check::failures(&fixture, &fixture.program(support::jdk()))
}

/// The program with `marker` in place of `MARKER`: passes with the right one, fails once with each
/// wrong one.
fn tells(text: &str, right: &str, wrong: &[&str]) {
    let with = |marker: &str| failures(&text.replace("MARKER", marker));
    assert_eq!(with(&format!("//~ {right}")), Vec::<String>::new());
    for marker in wrong {
        assert!(
            !with(&format!("//~ {marker}")).is_empty(),
            "`{marker}` passes for `{right}`"
        );
    }
}

#[test]
fn calls_and_objects_are_told_from_others() {
    const CALLS: &str =
        "class A { static void f() {} static void g() {} void h() {\n f(); g(); MARKER\n } }";
    tells(
        CALLS,
        "call A.f()V static, call A.g()V static",
        &[
            "call A.f()V static",
            "call A.g()V static, call A.f()V static",
            "call A.f()V static, call A.g()V virtual",
            "call A.f()V static, call A.g()I static",
            "call A.f()V static, call A.g()V static, call A.g()V static",
            "none",
        ],
    );
    const CREATIONS: &str = "class A { Object o; void h() {\n o = new A(); MARKER\n } }";
    tells(
        CREATIONS,
        "new A, call A.<init>()V special creation",
        &[
            "new A",
            "call A.<init>()V special creation",
            "new B, call A.<init>()V special creation",
            "none",
        ],
    );
    tells(
        "class A { int[] a() {\n return new int[2]; MARKER\n } }",
        "new [I",
        &["none", "new [J"],
    );
    tells(
        "class A { int x;\n int a() { return x; } MARKER\n }",
        "none",
        &["new A"],
    );
}

#[test]
fn functional_objects_are_told_from_others() {
    const LAMBDA: &str =
        "class A { Runnable r(int x) {\n return () -> { int y = x; }; MARKER\n } }";
    const RIGHT: &str = "lambda java/lang/Runnable.run()V captures x";
    tells(
        LAMBDA,
        RIGHT,
        &[
            "none",
            "lambda java/lang/Runnable.run()V",
            "reference java/lang/Runnable.run()V captures x",
        ],
    );
    const REFERENCE: &str = "class A { Runnable r() {\n return this::r; MARKER\n } }";
    const CALL: &str = "reference java/lang/Runnable.run()V captures this, call A.r()Ljava/lang/Runnable; virtual method-reference";
    tells(
        REFERENCE,
        CALL,
        &["reference java/lang/Runnable.run()V captures this", "none"],
    );
}

#[test]
fn accesses_are_complete_where_one_is_named() {
    const FIELDS: &str =
        "class A { int x; static int y; void f(int[] a) {\n x = y + a[0]; MARKER\n } }";
    tells(
        FIELDS,
        "none",
        &[
            "get A.x",
            "put A.x",
            "get static A.y, get []",
            "get A.y, get [], put A.x",
        ],
    );
    tells(
        FIELDS,
        "get static A.y, get [], put A.x",
        &["get [], get static A.y, put A.x"],
    );
    tells(
        "class A { void f(int[] a) {\n a[0]++; MARKER\n } }",
        "get [], put []",
        &["get []", "put [], get []"],
    );
}

#[test]
fn other_statements_are_complete_where_one_is_named() {
    const CAST: &str =
        "class A { boolean f(Object o) {\n return o instanceof A && (A) o == null; MARKER\n } }";
    tells(
        CAST,
        "instanceof LA;, cast LA;",
        &["cast LA;", "instanceof LA;", "instanceof LA;, cast LB;"],
    );
    const SUM: &str = "class A { int f(int x) {\n return x + 3 * x; MARKER\n } }";
    tells(
        SUM,
        "const 3, compute multiply, compute add",
        &["const 4", "compute add", "const 3, compute add"],
    );
    const STRING: &str = "class A { String f() {\n return \"a, b\"; MARKER\n } }";
    tells(STRING, "const \"a, b\"", &["const \"a\"", "const \"a,b\""]);
    const LOCKED: &str = "class A { void f() {\n synchronized (this) { f(); } MARKER\n } }";
    tells(
        LOCKED,
        "enter, call A.f()V virtual, leave, leave",
        &["enter, call A.f()V virtual, leave", "none"],
    );
}

#[test]
fn declarations_are_complete_where_one_is_named() {
    const INNER: &str = "class A { int f() { return 0; }\n class B { int x = f(); } MARKER\n }";
    const CALLS: &str = "call A.f()I virtual, call java/lang/Object.<init>()V special constructor-invocation, \
        call A$B.<instance-initializer>()V special inserted";
    tells(
        INNER,
        &format!("class A$B, {CALLS}"),
        &[
            CALLS.replace("A.f", "B.f").as_str(),
            &format!("class B, {CALLS}"),
        ],
    );
    tells(
        INNER,
        &format!("field this$0 LA;, {CALLS}"),
        &[&format!("field this$1 LA;, {CALLS}")],
    );
    tells(
        "class A {\n static int f(int x) { return x; } MARKER\n}",
        "method f(I)I static",
        &[
            "method f(I)I",
            "method f()I static",
            "method f(I)I static, method g()V",
        ],
    );
}

#[test]
fn flow_has_every_arrow_and_no_other() {
    const LOOP: &str = "class A { static boolean a() { return true; } static void b() {} static void c() {}\n MARKER\n \
        void m() { try { while (a()) b(); } catch (Error e) { c(); } } }";
    const NORMAL: &str = "flow entry -> a; a -> b return; b -> a; c -> return";
    tells(
        LOOP,
        NORMAL,
        &[
            "flow entry -> a; a -> return b; b -> a",
            "flow entry -> a; a -> b; b -> a; c -> return",
            "flow entry -> a; a -> b return; b -> a c; c -> return",
            "flow in n: entry -> a; a -> b return; b -> a; c -> return",
        ],
    );
    let handled = "a ! java/lang/Error:c throw; b ! java/lang/Error:c throw; c ! throw";
    let wrong = [
        "a ! java/lang/Error:c throw; b ! java/lang/Error:c throw",
        "a ! throw; b ! throw; c ! throw",
    ];
    let wrong = wrong.map(|arrows| format!("{NORMAL}; {arrows}"));
    tells(
        LOOP,
        &format!("{NORMAL}; {handled}"),
        &wrong.each_ref().map(String::as_str),
    );
}

#[test]
fn gaps_and_diagnostics_are_announced_where_they_are() {
    const BROKEN: &str = "class A {\n void f() { int = ; } MARKER\n void g() { } \n}";
    const GAP: &str = "//~ gap expected a name";
    const WARNING: &str = "//~ warning left-out: expected a name";
    assert_eq!(failures(&BROKEN.replace("MARKER", "")).len(), 2);
    assert_eq!(failures(&BROKEN.replace("MARKER", GAP)).len(), 1);
    assert_eq!(
        failures(&BROKEN.replace(" MARKER", &format!("\n{GAP}\n{WARNING}\n"))).len(),
        4
    );
    assert_eq!(
        failures(
            &BROKEN
                .replace(" void f", &format!(" {GAP}\n {WARNING}\n void f"))
                .replace("MARKER", "")
        ),
        Vec::<String>::new()
    );
    const UNKNOWN: &str = "class A {\n far.Far far; MARKER\n}";
    tells(
        UNKNOWN,
        "warning unresolved",
        &[
            "error unresolved",
            "warning nothing",
            "note unresolved",
            "none",
            "gap Far",
        ],
    );
    tells(
        "class A {\n void f() { } MARKER\n}",
        "none",
        &["warning unresolved", "gap left"],
    );
}

#[test]
fn a_program_that_javac_refuses_or_sees_otherwise_fails() {
    let compared = |text: &str| {
        let fixtures = [Fixture::parse("0-text.java", text.as_bytes())];
        let compared = crate::oracle::compare(&fixtures);
        (compared.compiled, compared.ignored.len(), compared.failures)
    };
    assert_eq!(
        compared("class A { void f() { f(); } }"),
        (1, 0, Vec::new())
    );
    assert_eq!(compared("class A { void f() { g(); } }").2.len(), 1);
    assert_eq!(
        compared("//~ javac differs: `A.f` it is not so\nclass A { void f() { f(); } }")
            .2
            .len(),
        1
    );
    assert_eq!(compared("//~ javac 999\nclass A { }"), (0, 1, Vec::new()));
}
