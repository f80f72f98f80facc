//! Monitors that must be there when the program starts.

use date::model::{Context, Trigger};

use super::Subject;
use super::delivery::{Internal, internals};
use super::plain::is_constant;

/// Says whether it can be seen when the global instance is made: then it is made when the program
/// starts, rather than at the first event, whose site may have been left out. `notified` says
/// whether any site notifies the specification.
pub fn needs_start(subject: &Subject<'_>, notified: bool) -> bool {
    let Some(global) = subject.specification.contexts.first() else {
        return false;
    };
    let raised = internals(subject);
    let mut triggers = raised.iter().map(|&internal| trigger(subject, internal));
    let ends = triggers
        .clone()
        .any(|trigger| matches!(trigger, Trigger::EndOfProgram));
    let timeouts = triggers.any(|trigger| matches!(trigger, Trigger::Timeout { .. }));

    let alive = notified || timeouts;
    ends || initial_entry_code(subject)
        || alive && (!global.clocks.is_empty() || computes_initial_values(global))
}

fn trigger<'s>(subject: &Subject<'s>, internal: Internal) -> &'s Trigger {
    let event = &subject.specification.events[internal.event];
    &event.alternatives[internal.alternative].trigger
}

fn initial_entry_code(subject: &Subject<'_>) -> bool {
    let global = subject
        .specification
        .properties
        .iter()
        .filter(|p| p.context.index() == 0);
    let mut initial = global.filter_map(|p| p.date.states.get(p.date.initial));
    initial.any(|state| state.entry.is_some())
}

fn computes_initial_values(context: &Context) -> bool {
    context
        .variables
        .iter()
        .filter_map(|variable| variable.initial.as_ref())
        .any(|code| !is_constant(code))
}
