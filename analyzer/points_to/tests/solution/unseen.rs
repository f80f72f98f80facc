//! Members of classes that a processor has changed.

use points_to::{Node, ObjectId, Variable};

use super::made;
use super::support::solve_rewritten;

const CLASSES: &str =
    "static class High { Object at; static void keep(Object o) { } void take(Object o) { } }
    static class Low extends High { } static class Lower extends Low { }";

/// Returns whether code without sources may get the object that `code` hands over, where a
/// processor has changed a class.
fn gets_it(code: &str, rewritten: &str) -> bool {
    let main =
        format!("public static void main(String[] a) {{ Object mine = new Object(); {code} }}");
    let solved = solve_rewritten(&format!("{CLASSES} {main}"), rewritten);
    solved
        .points_to
        .objects(Node::Library)
        .contains(made(&solved, "java.lang.Object", 0).raw())
}

#[test]
fn a_virtual_call_may_run_a_method_that_is_not_seen() {
    for code in [
        "High low = new Low(); low.take(mine);",
        "new Lower().take(mine);",
    ] {
        assert!(gets_it(code, "A$Low") && !gets_it(code, ""), "{code}");
    }
    assert!(!gets_it("new High().take(mine);", "A$Low"));
}

#[test]
fn a_static_call_may_mean_a_method_that_is_not_seen() {
    for code in ["Low.keep(mine);", "Lower.keep(mine);"] {
        assert!(gets_it(code, "A$Low") && !gets_it(code, ""), "{code}");
    }
    assert!(!gets_it("High.keep(mine);", "A$Low"));
}

#[test]
fn an_access_may_mean_a_field_that_is_not_seen() {
    assert!(gets_it("new Low().at = mine;", "A$Low") && !gets_it("new High().at = mine;", "A$Low"));
    let read = |code: &str| {
        let main = format!("public static void main(String[] a) {{ Object x = {code}; }}");
        let solved = solve_rewritten(&format!("{CLASSES} {main}"), "A$Low");
        let Variable { method, local } = solved.local("main", "x");
        solved
            .points_to
            .objects(Node::Local(method, local))
            .contains(ObjectId::LIBRARY.raw())
    };
    assert!(read("new Lower().at") && !read("new High().at"));
}
