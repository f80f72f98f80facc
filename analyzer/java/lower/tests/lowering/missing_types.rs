//! Types that are nowhere to be found: a library's, unless they may be the program's own.

use crate::support::program;
use ir::Program;

/// A class of package `p` that imports `q.Far`, `q.Near` and `q.Fun`, none of which is there.
fn with_far(members: &str) -> Program {
    let text = format!(
        "//- p/A.java\npackage p; import q.Far; import q.Near; import q.Fun; class A {{ {members} }}"
    );
    let program = program(&text);
    assert_eq!(
        ir::verify(&program),
        Vec::<String>::new(),
        "{}",
        ir::print(&program)
    );
    program
}

fn missing(program: &Program) -> Vec<(&str, usize)> {
    program
        .missing
        .iter()
        .map(|missing| (&*missing.name, missing.calls))
        .collect()
}

fn gaps(program: &Program) -> Vec<&str> {
    program.gaps.iter().map(|gap| &*gap.reason).collect()
}

#[test]
fn what_a_missing_library_brings_is_no_gap() {
    for body in [
        "Object m() { return Far.CONSTANT; }",
        "void m(Far far) { far.field = far.other; Far.shared = this; far.count += 2; }",
        "Object m() { return new Far(this, 1).call().more; }",
        "static class B extends Far { B(int x) { super(x); inherited = this; } Object m() { return inherited; } }",
        "void m(Far far) { for (Object x : far.all()) { x.hashCode(); } for (int x : far.numbers) { } }",
        "void m(Far far) { far.each(x -> x.toString()); far.each((x, y) -> { if (x == y) { return this; } else { return null; } }); }",
        "static void m(Far far) { n(far, 1); } static void n(Far far, float x) { } void n(String text, int x) { }",
        "class B extends Far { static int x = n(Far.CONSTANT); static int n(Near near) { return 1; } int n(Fun fun) { return 2; } }",
        "void m(Far far) { far.run(() -> { }); far.run(() -> System.gc()); Fun f = x -> { this.n(); }; } void n() {}",
    ] {
        let program = with_far(body);
        assert_eq!(
            gaps(&program),
            Vec::<&str>::new(),
            "{body}\n{}",
            ir::print(&program)
        );
    }
}

#[test]
fn each_missing_type_is_told_with_the_calls_that_it_costs() {
    let program = with_far(
        "void m(Far far, Near near, B b) { far.x(); far.y(near); b.z(); new Far(); Far.s(); m(null, null, null); } static class B extends Near { }",
    );
    assert_eq!(
        missing(&program),
        [("q/Far", 4), ("q/Fun", 0), ("q/Near", 2)]
    );
    let place = program.missing[0].place.expect("an import");
    assert_eq!((place.1.line, place.1.column), (1, 19));
}

#[test]
fn a_missing_type_near_the_sources_may_be_the_program_s_own() {
    let program = program(
        "//- p/A.java\npackage p; class A { Object m(Generated g, p.sub.Made s, q.Far f) { return g.x; } }",
    );
    assert_eq!(gaps(&program).len(), 2, "{:?}", program.gaps);
    assert!(
        gaps(&program)
            .iter()
            .all(|reason| reason.contains("may be one of the program"))
    );
}

#[test]
fn a_name_that_no_missing_type_explains_is_a_gap() {
    let program = program("class A { Object m() { return nowhere; } }");
    assert_eq!(gaps(&program), ["`nowhere` is not resolved"]);
}

#[test]
fn a_field_of_the_sources_that_may_be_meant_is_a_gap() {
    let program = with_far(
        "A kept; int count; Object m(Far far) { return far.give().kept; } int n(Far far) { return far.give().count; }",
    );
    assert_eq!(gaps(&program), ["`kept` is not resolved"]);
}

#[test]
fn an_unresolved_name_may_hold_an_object_of_the_sources() {
    for (body, reason) in [
        (
            "A kept; Object m(Far far) { return far.other.kept; }",
            "`kept` is not resolved",
        ),
        (
            "A kept; void m(Far far) { far.other.kept = this; }",
            "an unresolved name is assigned",
        ),
        (
            "A kept; class B extends Far { Object m() { return inherited.kept; } }",
            "`kept` is not resolved",
        ),
        (
            "A kept; static class B extends Far { void m() { inherited.kept = null; } }",
            "an unresolved name is assigned",
        ),
    ] {
        assert_eq!(gaps(&with_far(body)), [reason], "{body}");
    }
    let imported = program(
        "//- p/A.java\npackage p; import static q.Far.*; class A { A kept; Object m() { return inherited.kept; } }",
    );
    assert_eq!(gaps(&imported), ["`kept` is not resolved"]);
    let text = ir::print(&with_far(
        "class B extends Far { void m() { inherited.call(); } } void call() { }",
    ));
    let (before, _) = text
        .split_once("virtual unresolved call/0 l")
        .expect("a receiver");
    assert!(
        before.contains("static unresolved"),
        "the field is read\n{text}"
    );
    let of_a_type =
        with_far("A kept; Object m() { return Far.kept; } void n() { Far.kept = null; }");
    assert_eq!(
        gaps(&of_a_type),
        Vec::<&str>::new(),
        "a static field of a library's class"
    );
}

#[test]
fn a_method_that_may_be_inherited_or_of_a_class_around_is_called_on_either_instance() {
    let text = ir::print(&with_far(
        "void kept() { } class B extends Far { void m() { kept(); } class C extends Far { void n() { Runnable r = () -> kept(); } } }",
    ));
    for (method, loads) in [("m()V", 1), ("lambda", 2)] {
        let from = text
            .find(&format!("method {method}"))
            .unwrap_or_else(|| panic!("{method}\n{text}"));
        let body = text[from..]
            .split_once("unresolved kept/0")
            .expect("the call")
            .0;
        assert_eq!(
            body.matches(".this$").count(),
            loads,
            "{method}: the instances around\n{text}"
        );
    }
}

#[test]
fn code_without_an_instance_calls_a_static_method() {
    let named = |modifier: &str| {
        let program = with_far(&format!(
            "{modifier} void m(Far far) {{ n(far.one, 1); }} static void n(Far far, float x) {{ }} void n(String text, int x) {{ }}"
        ));
        let callees = program.calls.iter().flat_map(|call| call.target.named());
        callees.filter(|callee| &*callee.name == "n").count()
    };
    assert_eq!((named("static"), named("")), (1, 2));
}

#[test]
fn an_element_may_come_out_of_an_array_or_an_iterator() {
    let text = ir::print(&with_far(
        "void m(Far far) { for (Object x : far.all()) { x.hashCode(); } }",
    ));
    for part in ["iterator", "hasNext", "next"] {
        assert!(text.contains(part), "{text}");
    }
}
