//! What has escaped, and what it holds.

use super::support::solve;

/// Whether `only` runs, which is called by `f` of `B` alone, after `code`.
fn only_runs(code: &str) -> bool {
    let classes = "void f() {} static class B extends A { void f() { only(); } void only() {} }";
    let library = "A held; static native Object any(); static native void give(Object o);";
    solve(&format!("{classes} {library} public static void main(String[] a) {{ {code} }}")).runs("only")
}

#[test]
fn objects_of_one_class_that_have_escaped_are_told_apart_by_what_they_hold() {
    let runs = |held: &str| {
        let uses = "((A) any()).held.f();";
        let code = format!("A x = new A(), y = new A(); x.held = new A(); y.held = {held}; give(x); give(y);");
        [format!("{code} {uses}"), format!("{uses} {code}")].map(|code| only_runs(&code))
    };
    assert_eq!(runs("new B()"), [true; 2]);
    assert_eq!(runs("new A()"), [false; 2]);
}

#[test]
fn what_is_put_into_one_that_has_escaped_is_found_in_it() {
    let runs = |escaping: &str| {
        let code = format!("((A) any()).held = new B(); A x = new A(), y = new A(); {escaping} y.held.f();");
        only_runs(&code)
    };
    assert!(runs("give(x); give(y);"));
    assert!(!runs("give(x);"));
}

#[test]
fn containers_that_nothing_tells_apart_once_they_have_escaped_give_out_what_each_holds() {
    for held in ["new ArrayList<>(List.of(new B()))", "List.of(new B()).iterator()", "new Object[] { new B() }"] {
        let code = |use_of_any: &str| {
            format!(
                "{use_of_any} give(new ArrayList<>(List.of(new A()))); give(List.of(new A()).iterator()); give(new Object[1]); give({held});"
            )
        };
        assert!(only_runs(&code("((A) ((List<?>) any()).get(0)).f();")), "{held}");
        assert!(only_runs(&code("((A) ((Iterator<?>) any()).next()).f();")), "{held}");
        assert!(only_runs(&code("((A) ((Object[]) any())[0]).f();")), "{held}");
    }
}
