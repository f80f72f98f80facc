//! A property, a trace, and what happens, one line each.

use date::diagnostic::Diagnostic;
use date::interpreter::{Observation, Run, Seen, interpret};
use date::model::Specification;

pub fn specification(yaml: &str) -> Specification {
    date::formats::read("p.yaml", yaml).unwrap_or_else(|findings| panic!("{findings:#?}"))
}

pub fn run(yaml: &str, trace: &str) -> Result<Run, Vec<Diagnostic>> {
    let trace = date::trace::read("t", trace).unwrap_or_else(|findings| panic!("{findings:#?}"));
    interpret(&specification(yaml), &trace)
}

/// What happens, as `LINE INSTANCE WHAT`, and last where the run is undecided.
pub fn happenings(yaml: &str, trace: &str) -> Vec<String> {
    let specification = specification(yaml);
    let run = run(yaml, trace).unwrap_or_else(|findings| panic!("{findings:#?}"));
    let seen = run.observations.iter().map(|observation| shown(&specification, observation));
    let undecided = run.undecided.iter().map(|finding| format!("{} {}", finding.span.line, finding.message));
    seen.chain(undecided).collect()
}

fn shown(specification: &Specification, observation: &Observation) -> String {
    let what = match &observation.seen {
        Seen::Created => "made".to_owned(),
        Seen::Released => "released".to_owned(),
        Seen::Fired { property, transition } => {
            let date = &specification.properties[*property].date;
            let transition = &date.transitions[*transition];
            let name = |state: date::ids::StateId| date.states[state].name.as_str();
            let event = &specification.events[transition.event].name;
            format!("{} -> {}: {event}", name(transition.from), name(transition.to))
        }
        Seen::Called { text, operands } => {
            let operands: Vec<String> = operands.iter().map(ToString::to_string).collect();
            format!("{text} with {}", operands.join(", "))
        }
        Seen::Reported(report) => format!("reports {} in {} by {}", report.property, report.state, report.event),
        Seen::Threw { code, exception } => format!("`{code}` throws {exception}"),
    };
    format!("{} {} {what}", observation.line, observation.instance)
}

/// What happens after the global instance has been made is exactly this.
#[track_caller]
pub fn check(yaml: &str, trace: &str, expected: &[&str]) {
    let happenings = happenings(yaml, trace);
    assert_eq!(happenings.first().map(String::as_str), Some("0 global made"));
    assert_eq!(happenings[1..], *expected);
}

/// `LINE:COLUMN: MESSAGE (HELP)` of the only finding about the trace.
pub fn refusal(yaml: &str, trace: &str) -> String {
    match run(yaml, trace).expect_err("the trace does not fit").as_slice() {
        [finding] => {
            let help = finding.help.as_deref().unwrap_or_default();
            format!("{}:{}: {} ({help})", finding.span.line, finding.span.column, finding.message)
        }
        findings => panic!("{findings:#?}"),
    }
}

/// A property of one object with these states and transitions, over the events a, b, c and `n`, which binds an int.
pub fn property(states: &str, transitions: &[&str]) -> String {
    let transitions: String = transitions.iter().map(|t| format!("          - {t}\n")).collect();
    format!(
        "foreach:\n  - parameters: [T o]\n    variables: [int x, boolean y]\n    events:\n      \
         a: call T.a() target o\n      b: call T.b() target o\n      c: call T.c() target o\n      \
         n: call T.n(int n) target o\n      ab: {{any-of: [a, b]}}\n    properties:\n      p:\n        \
         states: {{{states}}}\n        transitions:\n{transitions}"
    )
}
