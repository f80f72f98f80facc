//! Whether the monitors must be there when the program starts.

use date::code::{Body, Code, Expr};
use date::model::{Context, Trigger};

use super::Subject;
use super::delivery::internals;

/// Says whether it can be seen when the global instance is made: then it is made when the program
/// starts, rather than at the first event, whose site may have been left out. `notified` says
/// whether any site notifies the specification.
pub fn needs_start(subject: &Subject<'_>, notified: bool) -> bool {
    let Some(global) = subject.specification.contexts.first() else {
        return false;
    };
    let raised = internals(subject);
    let trigger = |i: &super::delivery::Internal| {
        &subject.specification.events[i.event].alternatives[i.alternative].trigger
    };
    let ends = raised
        .iter()
        .any(|i| matches!(trigger(i), Trigger::EndOfProgram));
    let timeouts = raised
        .iter()
        .any(|i| matches!(trigger(i), Trigger::Timeout { .. }));

    let alive = notified || timeouts;
    ends || initial_entry_code(subject)
        || alive && (!global.clocks.is_empty() || computes_initial_values(global))
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
    let is_constant = |code: &Code| matches!(&code.body, Body::Expr(Expr::Literal(_)));
    context
        .variables
        .iter()
        .filter_map(|variable| variable.initial.as_ref())
        .any(|code| !is_constant(code))
}
