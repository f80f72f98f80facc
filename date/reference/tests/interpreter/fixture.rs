//! A property, a trace, and what happens, one line each.

use date::model::Specification;
use reference::interpreter::{Run, follow, interpret};
use text::Diagnostic;

#[path = "../../../languages/tests/support/happenings.rs"]
mod support;

pub fn specification(yaml: &str) -> Specification {
    languages::read("p.yaml", yaml).unwrap_or_else(|findings| panic!("{findings:#?}"))
}

pub fn run(yaml: &str, trace: &str) -> Result<Run, Vec<Diagnostic>> {
    let trace =
        reference::trace::read("t", trace).unwrap_or_else(|findings| panic!("{findings:#?}"));
    let specification = specification(yaml);
    let run = interpret(&specification, &trace);
    assert_eq!(follow(&specification, &trace), run);
    run
}

/// Returns the happenings as `LINE INSTANCE WHAT`, and last the place where the run is undecided.
pub fn happenings(yaml: &str, trace: &str) -> Vec<String> {
    let run = run(yaml, trace).unwrap_or_else(|findings| panic!("{findings:#?}"));
    support::happenings(&specification(yaml), &run)
}

/// Checks that exactly these happenings follow after the global instance has been made.
#[track_caller]
pub fn check(yaml: &str, trace: &str, expected: &[&str]) {
    let happenings = happenings(yaml, trace);
    assert_eq!(
        happenings.first().map(String::as_str),
        Some("0 global made")
    );
    assert_eq!(happenings[1..], *expected);
}

/// `LINE:COLUMN: MESSAGE (HELP)` of the only finding about the trace.
pub fn refusal(yaml: &str, trace: &str) -> String {
    match run(yaml, trace)
        .expect_err("the trace does not fit")
        .as_slice()
    {
        [finding] => {
            let help = finding.help.as_deref().unwrap_or_default();
            format!(
                "{}:{}: {} ({help})",
                finding.span.line, finding.span.column, finding.message
            )
        }
        findings => panic!("{findings:#?}"),
    }
}

/// A property of one object with these states and transitions, over the events a, b, c and `n`,
/// which binds an int.
pub fn property(states: &str, transitions: &[&str]) -> String {
    let transitions: String = transitions
        .iter()
        .map(|t| format!("          - {t}\n"))
        .collect();
    format!(
        "foreach:\n  - parameters: [T o]\n    variables: [int x, boolean y]\n    events:\n      \
         a: call T.a() target o\n      b: call T.b() target o\n      c: call T.c() target o\n      \
         n: call T.n(int n) target o\n      ab: {{any-of: [a, b]}}\n    properties:\n      p:\n        \
         states: {{{states}}}\n        transitions:\n{transitions}"
    )
}
