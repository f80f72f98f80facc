//! Aliases, targets and callers.

use points_to::{Callee, Callers};

use super::support::{Solved, solve};

fn may_alias(solved: &Solved, one: &str, other: &str) -> bool {
    solved
        .points_to
        .may_alias(solved.local("main", one), solved.local("main", other))
}

#[test]
fn locals_alias_where_an_object_may_be_in_both() {
    let solved = solve(
        "A next; public static void main(String[] a) { A x = new A(), y = new A(), z = a.length > 0 ? x : y; x.next = y; A w = x.next; String s = new String(\"s\"), t = \"t\"; A n = null; }",
    );
    assert!(
        may_alias(&solved, "x", "z")
            && may_alias(&solved, "y", "z")
            && may_alias(&solved, "w", "y")
    );
    assert!(!may_alias(&solved, "x", "y") && !may_alias(&solved, "w", "x"));
    assert!(may_alias(&solved, "s", "t"), "texts are not told apart");
    assert!(!may_alias(&solved, "n", "n"), "null is no object");
}

#[test]
fn locals_of_methods_that_never_run_alias_nothing() {
    let solved = solve(
        "static void never(A x) { A y = x; never(new A()); } public static void main(String[] a) { }",
    );
    assert!(
        !solved
            .points_to
            .may_alias(solved.local("never", "x"), solved.local("never", "y"))
    );
}

#[test]
fn callers_are_the_call_graph_backwards() {
    let solved = solve(
        "void f() { } static class B extends A { void f() { super.f(); } } static void g(A x) { x.f(); } static void unused(A x) { x.f(); } public static void main(String[] a) { g(new B()); new A().f(); }",
    );
    let callers = Callers::new(&solved.points_to);
    let of = |name: &str| -> Vec<&str> {
        let sites = callers.of(solved.method(name)).iter();
        sites
            .map(|&site| &*solved.program.methods[solved.program.calls[site].method].name)
            .collect()
    };
    assert_eq!(
        of("f"),
        ["main", "f"],
        "the overridden one by its own calls and by `super.f()`"
    );
    assert_eq!(of("g"), ["main"]);
    assert!(of("main").is_empty());
    for (&site, targets) in &solved.points_to.targets {
        assert_eq!(solved.points_to.targets_of(site), Some(targets));
        for target in targets {
            assert!(
                !matches!(target, Callee::Method(method) if !callers.of(*method).contains(&site))
            );
        }
    }
}
