//! Wrong expectations fail: the right marker passes, each wrong one does not.

use crate::check;
use crate::execution;
use crate::fixture::Fixture;

const PROGRAM: &str = "class Main {
    public static void main(String[] args) { new B().f(); }
}
class A {
    void f() { } MARKER
}
class B extends A {
    void f() { super.f(); } OTHER
}
";

fn fixture(marker: &str, other: &str) -> Fixture {
    Fixture::parse(
        "wrong/text.java",
        &PROGRAM.replace("MARKER", marker).replace("OTHER", other),
    )
}

fn failures(marker: &str, other: &str) -> Vec<String> {
    check::failures(&fixture(marker, other))
}

#[test]
fn wrong_expectations_fail() {
    assert_eq!(
        failures(
            "//~ called by B.f, not called by Main.main",
            "//~ called by Main.main"
        ),
        [""; 0]
    );
    for wrong in [
        "called by Main.main",
        "called by B.f Main.main",
        "may be called by Main.main",
        "not called by B.f",
        "called by <outside>",
        "never called",
        "B.g called by Main.main",
        "opens A",
    ] {
        assert_eq!(failures(&format!("//~ {wrong}"), "").len(), 1, "{wrong}");
    }
}

#[test]
fn openings_that_are_not_announced_fail() {
    let text = "class Main { public static void main(String[] args) throws Exception {\n Class.forName(args[0]); MARKER\n } }";
    let failures = |marker: &str| {
        check::failures(&Fixture::parse(
            "wrong/text.java",
            &text.replace("MARKER", marker),
        ))
    };
    assert_eq!(failures("//~ opens a name that is not known"), [""; 0]);
    assert_eq!(failures("").len(), 1);
    assert_eq!(failures("//~ opens every door").len(), 2);
}

#[test]
fn cover_that_is_not_needed_fails() {
    let with = |marker: &str| {
        format!(
            "//~ covered by separate-compilation: nothing\n{}",
            PROGRAM.replace("MARKER", marker).replace("OTHER", "")
        )
    };
    let failures =
        |marker: &str| check::failures(&Fixture::parse("wrong/text.java", &with(marker)));
    assert_eq!(failures("//~ called by B.f").len(), 1);
    assert_eq!(failures("//~ called by Main.main"), [""; 0]);
}

#[test]
fn run_that_shows_other_callers_fails() {
    let fixtures = [
        fixture("//~ called by B.f", "//~ called by Main.main"),
        fixture("//~ never called", "//~ called by Main.main"),
        fixture("//~ called by B.f B.g", "//~ called by Main.main"),
    ];
    let observed = execution::run(&fixtures);
    let counts: Vec<usize> = fixtures
        .iter()
        .zip(&observed)
        .map(|(f, o)| execution::failures(f, o).len())
        .collect();
    assert_eq!(counts, [0, 1, 1]);
}
