//! What happens in a run, one line each.

use date::ids::StateId;
use date::model::Specification;
use reference::interpreter::{Observation, Run, Seen};

/// What happens, as `LINE INSTANCE WHAT`, and last where the run is undecided.
pub fn happenings(specification: &Specification, run: &Run) -> Vec<String> {
    let seen = run
        .observations
        .iter()
        .map(|observation| shown(specification, observation));
    let undecided = run
        .undecided
        .iter()
        .map(|finding| format!("{} {}", finding.span.line, finding.message));
    seen.chain(undecided).collect()
}

fn shown(specification: &Specification, observation: &Observation) -> String {
    let what = match &observation.seen {
        Seen::Created => "made".to_owned(),
        Seen::Released => "released".to_owned(),
        Seen::Fired {
            property,
            transition,
        } => {
            let date = &specification.properties[*property].date;
            let transition = &date.transitions[*transition];
            let name = |state: StateId| date.states[state].name.as_str();
            let event = &specification.events[transition.event].name;
            format!(
                "{} -> {}: {event}",
                name(transition.from),
                name(transition.to)
            )
        }
        Seen::Called { text, operands } => {
            let operands: Vec<String> = operands.iter().map(ToString::to_string).collect();
            format!("{text} with {}", operands.join(", "))
        }
        Seen::Reported(report) => format!(
            "reports {} in {} by {}",
            report.property, report.state, report.event
        ),
        Seen::Threw { code, exception } => format!("`{code}` throws {exception}"),
    };
    format!("{} {} {what}", observation.line, observation.instance)
}
