//! How far objects get from the activation that makes them.

use points_to::{Extent, Extents};

use super::support::{Solved, gap, solve};
use super::{given_by, made};

fn extent(members: &str) -> Extent {
    let solved = solve(members);
    of(&solved, "A")
}

fn of(solved: &Solved, ty: &str) -> Extent {
    Extents::new(&solved.program, &solved.points_to).of(made(solved, ty, 0))
}

#[test]
fn object_that_locals_alone_hold_stays_in_its_activation() {
    let solved = solve(
        "public static void main(String[] a) { Object x = new Object(); Object y = x; y = null; }",
    );
    assert_eq!(of(&solved, "java.lang.Object"), Extent::Activation);
}

#[test]
fn what_is_handed_down_and_back_does_not_escape() {
    for code in [
        "g(new A());",
        "A x = id(new A()); g(x);",
        "new A();",
        "new A().equals(null);",
    ] {
        let found = extent(&format!(
            "static void g(A x) {{ A y = x; }} static A id(A x) {{ return x; }} public boolean equals(Object o) {{ return this == o; }} public static void main(String[] a) {{ {code} }}"
        ));
        assert_eq!(found, Extent::Callees, "{code}");
    }
}

#[test]
fn what_is_returned_is_in_the_callers() {
    let found = extent(
        "static A make() { A x = new A(); return x; } public static void main(String[] a) { A x = make(); }",
    );
    assert_eq!(found, Extent::Callers);
}

#[test]
fn whatever_may_be_kept_is_on_the_heap() {
    for code in [
        "kept = new B();",
        "B x = new B(); x.next = x;",
        "B[] xs = { new B() };",
        "B x = new B(); Runnable r = () -> x.f();",
        "Runnable r = new B()::f;",
        "if (a.length > 0) throw new B();",
        "List<B> l = new ArrayList<>(); l.add(new B());",
        "give(new B());",
        "new Thread(new B()).start();",
    ] {
        let solved = solve(&format!(
            "static class B extends RuntimeException implements Runnable {{ B next; void f() {{ }} public void run() {{ }} }} static B kept; static native void give(B x); public static void main(String[] a) {{ {code} }}"
        ));
        assert_eq!(of(&solved, "A$B"), Extent::Heap, "{code}");
    }
}

#[test]
fn what_has_a_finalizer_outlives_its_activation() {
    let solved = solve(
        "static class F { protected void finalize() { } } public static void main(String[] a) { F f = new F(); }",
    );
    assert_eq!(of(&solved, "A$F"), Extent::Heap);
}

#[test]
fn where_sources_were_not_read_everything_is_on_the_heap() {
    let mut solved = solve("public static void main(String[] a) { Object x = new Object(); }");
    assert_eq!(of(&solved, "java.lang.Object"), Extent::Activation);
    solved.program.gaps.push(gap(&solved.program));
    assert_eq!(of(&solved, "java.lang.Object"), Extent::Heap);
}

#[test]
fn recursion_hands_objects_to_other_activations() {
    for (body, extent) in [
        (
            "Object mine = new Object(); if (n > 0) f(mine, n - 1); return null;",
            Extent::Callees,
        ),
        (
            "Object mine = new Object(); return n > 0 ? f(mine, n - 1) : before;",
            Extent::Callers,
        ),
    ] {
        let solved = solve(&format!(
            "static Object f(Object before, int n) {{ {body} }} public static void main(String[] a) {{ f(null, 3); }}"
        ));
        assert_eq!(of(&solved, "java.lang.Object"), extent, "{body}");
    }
}

#[test]
fn iterator_of_a_loop_stays_in_its_activation() {
    let solved = solve(
        "static List<String> l = new ArrayList<>(); public static void main(String[] a) { for (String s : l) { s.length(); } }",
    );
    let extents = Extents::new(&solved.program, &solved.points_to);
    assert_eq!(
        extents.of(given_by(&solved, "iterator")),
        Extent::Activation
    );
    assert!(!extents.escapes_its_method(given_by(&solved, "iterator")));
    assert!(extents.escapes_its_method(made(&solved, "java.util.ArrayList", 0)));
}

#[test]
fn iterator_that_is_handed_out_is_in_the_callers() {
    let solved = solve(
        "static Iterator<String> it(List<String> l) { return l.iterator(); } public static void main(String[] a) { it(new ArrayList<>()).next(); }",
    );
    assert_eq!(
        Extents::new(&solved.program, &solved.points_to).of(given_by(&solved, "iterator")),
        Extent::Callers
    );
}

#[test]
fn texts_have_no_identity_to_keep_to_oneself() {
    let solved = solve("public static void main(String[] a) { String s = new String(\"s\"); }");
    assert_eq!(of(&solved, "java.lang.String"), Extent::Heap);
}
