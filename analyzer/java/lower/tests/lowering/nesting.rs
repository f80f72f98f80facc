//! Deep, long and circular code goes the whole way: no overflow of a stack, no loop without end.

use crate::support;
use ir::Program;

/// Levels of nesting.
const LEVELS: usize = 10_000;

/// The program of a text, which must be sound.
#[track_caller]
fn sound(text: &str) -> Program {
    let program = support::program(text);
    assert_eq!(ir::verify(&program), Vec::<String>::new());
    program
}

fn nested(before: &str, core: &str, after: &str) -> String {
    [&before.repeat(LEVELS), core, &after.repeat(LEVELS)].concat()
}

/// The program of code in a method that has much to name.
#[track_caller]
fn method(code: &str) -> Program {
    let fields = "boolean a; int n; int[] ints; A next; Object o; String s;";
    let methods = "A f() { return this; } int g(int i) { return i; } <T> T id(T t) { return t; }";
    let interfaces = "interface F { F f(); } interface G { G g(Object o); }";
    sound(&format!(
        "class A {{ {fields} {methods} {interfaces} void m() {{ {code} }} }}"
    ))
}

#[test]
fn deep_expressions_lower() {
    for code in [
        format!("n = {};", nested("(", "1", ")")),
        format!("n = {};", nested("g(", "1", ")")),
        format!("f(){};", ".f()".repeat(LEVELS)),
        format!("o = next{};", ".next".repeat(LEVELS)),
        format!("n = {};", nested("ints[", "1", "]")),
        format!("n = {};", nested("- ", "n", "")),
        format!("o = {};", nested("(Object) ", "o", "")),
        format!("{};", nested("n = ", "1", "")),
        format!("n = {};", nested("a ? n : ", "1", "")),
        format!("n = {};", nested("a ? ", "1", " : n")),
        format!("n = 1{};", " + n - n".repeat(LEVELS)),
        format!("s = s{};", " + n + s".repeat(LEVELS)),
        format!("n = {};", nested("(n + ", "1", ")")),
        format!("s = {};", nested("(s + ", "1", ")")),
        format!("a = {};", nested("(a && ", "a", ")")),
        format!("a = {};", nested("(a || a && ", "a", ")")),
        format!("a = a{};", " && a || a".repeat(LEVELS)),
        format!("Object[] os = {};", nested("new Object[] { ", "o", " }")),
        format!("n = {};", nested("switch (n) { default -> ", "1", "; }")),
        format!(
            "n = {};",
            nested(
                "switch (n) { case 1 -> 2; default -> { yield ",
                "1",
                "; } }"
            )
        ),
    ] {
        method(&code);
    }
}

#[test]
fn deep_lambdas_and_classes_lower() {
    for code in [
        format!("F f = {};", nested("() -> ", "null", "")),
        format!(
            "G g = {};",
            (0..LEVELS)
                .map(|level| format!("x{level} -> "))
                .collect::<String>()
                + "null"
        ),
        format!("F f = {};", nested("() -> { return ", "null", "; }")),
    ] {
        method(&code);
    }
}

/// Each class can see those around it, so that cost grows with the square of their number.
#[test]
fn deep_classes_lower() {
    let repeated = |before: &str, core: &str, after: &str| {
        [&before.repeat(500), core, &after.repeat(500)].concat()
    };
    method(&format!(
        "o = {};",
        repeated("new Object() { Object x = ", "1", "; }")
    ));
    method(&repeated("class B { void m() {", "", "} }"));
    sound(&repeated("class A {", "", "}"));
}

#[test]
fn a_method_of_a_hundred_thousand_statements_lowers() {
    for code in [
        "n = g(n);",
        "if (a) s = s + g(n);",
        "try { f(); } catch (RuntimeException e) { g(1); }",
    ] {
        let program = support::program(&format!(
            "class A {{ boolean a; int n; String s; A f() {{ return this; }} int g(int i) {{ return i; }} \
             void m() {{ {} }} }}",
            code.repeat(100_000)
        ));
        assert_eq!((program.gaps.len(), program.diagnostics.len()), (0, 0));
        assert!(
            program.calls.len() >= 100_000,
            "{code}: {} calls",
            program.calls.len()
        );
    }
}

#[test]
fn circles_of_broken_code_lower() {
    for text in [
        "class A extends A { void m() { m(); super.m(); n(); } }",
        "class A extends B { int x = y; } class B extends C { } class C extends A { int y = x; void m() { y++; } }",
        "class A extends A.B { class B { } void m() { new B(); n(); } }",
        "class A implements A.I { interface I { void m(); } void n() { m(); } }",
        "interface I extends J { void m(); } interface J extends I { } class A implements I { void n() { m(); o(); } }",
        "class A<T extends T> { T t; void m(T t) { t.m(); m(t); } }",
        "class A<T extends U, U extends V, V extends T> { void m(T t, U u) { t = u; t.n(); m(u, t); } }",
        "class A { <T extends Comparable<U>, U extends T> T m(T t, U u) { return m(u, t); } }",
        "class A<T extends A<T>> extends A<A<A<T>>> { T t = new A<>().t; }",
        "class A { static final int X = A.Y + 1, Y = A.X + 1; int m(int n) { switch (n) { case X: return Y; } return X; } }",
        "class A { static final int X = B.X; } class B { static final int X = A.X; int[] a = new int[X]; }",
        "class A { var x = this.y; var y = x; void m() { var z = z; var w = () -> w; } }",
        "enum A { B(C), C(B); A(A a) { this(a); } }",
        "record A(A a) { A(A a) { this(a); } } record B(C c) { } record C(B b) { }",
        "sealed interface A permits B { } sealed interface B extends A permits A { int m(A a); } \
         class C { int m(A a) { return switch (a) { case B b -> b.m(a); }; } }",
        "@interface A { A value() default @A; } @A class B { }",
        "import static A.*; class A extends B { } class B extends A.C { static class C extends B { } }",
    ] {
        sound(text);
    }
}

#[test]
fn deep_statements_lower() {
    for code in [
        nested("{", "", "}"),
        nested("if (a) f(); else ", "{}", ""),
        nested("if (a) ", "f();", ""),
        nested("while (a) ", "f();", ""),
        nested("do ", "f();", " while (a);"),
        nested("for (;a;) ", "f();", ""),
        nested("for (int i : ints) ", "f();", ""),
        (0..LEVELS)
            .map(|level| format!("l{level}: "))
            .collect::<String>()
            + "f();",
        nested("synchronized (o) { ", "f();", "}"),
        nested("try { ", "f();", "} catch (RuntimeException e) { }"),
        nested("switch (n) { case 1: ", "f();", "}"),
        nested("switch (n) { case 1 -> { ", "f();", "} }"),
        nested("int i = 0; {", "f();", "}"),
    ] {
        method(&code);
    }
}

#[test]
fn deep_finally_blocks_lower() {
    method(&nested("try { ", "f();", "} finally { n++; }"));
}

#[test]
fn finally_blocks_in_finally_blocks_end_as_a_gap() {
    let [before, after] = ["try { f(); } finally { ", "}"].map(|part| part.repeat(40));
    let program = support::program(&format!(
        "class A {{ void f() {{ {before} f(); {after} }} }}"
    ));
    assert_eq!(program.gaps.len(), 1, "{:?}", program.gaps);
    let [before, after] = ["try { f(); } finally { ", "}"].map(|part| part.repeat(4));
    assert!(method(&format!("{before} f(); {after}")).gaps.is_empty());
}

#[test]
fn deep_types_lower() {
    method(&format!(
        "{} x = null;",
        nested("java.util.List<", "String", ">")
    ));
    method(&format!("int{} x;", "[]".repeat(LEVELS)));
    method(&format!("a = o instanceof {};", nested("R(", "var x", ")")));
}

/// 20 megabytes; what a class has is found without looking through its members.
#[test]
#[ignore = "a minute, and 3 GB"]
fn a_class_of_290_000_methods_lowers() {
    const METHODS: usize = 290_000;
    let method =
        |n: usize| format!("  int m{n}(int n) {{ int x = n + {n}; return next.m{n}(x) * x; }}\n");
    let text = format!(
        "class A {{\n  A next;\n{}}}\n",
        (0..METHODS).map(method).collect::<String>()
    );
    assert!(text.len() > 20_000_000);
    let program = sound(&text);
    let calls = program.calls.len();
    assert_eq!((calls, program.gaps.len()), (METHODS + 1, 0));
}
