//! The automata: how one property of one instance takes a step, and the pieces of user code it
//! runs.

use std::collections::BTreeSet;

use date::ids::{EventId, TransitionId};
use date::model::{Property, StateKind};
use text::Diagnostic;

use super::Subject;
use super::delivery::Deliveries;
use super::java::{JavaText, quoted};
use super::names::{entry_method, state_field, step_method, switch_field};
use super::rewrite::Setting;
use super::silencing::woken;
use super::user_code::{append_condition, append_statements};

fn condition_method(property: usize, transition: TransitionId) -> String {
    format!("r$condition{property}_{}", transition.index())
}

fn action_method(property: usize, transition: TransitionId) -> String {
    format!("r$action{property}_{}", transition.index())
}

/// Appends what one property needs in the class of its context: the state, a step for each
/// event that it may be told of (which switches on what is heard after it), conditions, actions and
/// entry code.
///
/// # Errors
/// Names in user code that stand for nothing.
pub fn append_property(
    java: &mut JavaText,
    subject: &Subject<'_>,
    number: usize,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    let property = &subject.specification.properties[number];
    java.line(format_args!(
        "    private int {} = {};",
        state_field(number),
        property.date.initial.index()
    ));
    for event in stepped_events(subject, number, deliveries) {
        append_step(java, subject, number, event, deliveries);
    }
    append_codes(java, subject, number, property)
}

fn append_step(
    java: &mut JavaText,
    subject: &Subject<'_>,
    number: usize,
    event: EventId,
    deliveries: &Deliveries,
) {
    let letter = &subject.letters[event];
    let date = &subject.specification.properties[number].date;
    java.line(format_args!(
        "    private void {}({}) {{",
        step_method(number, event),
        subject.passed().parameters
    ));
    java.line(format_args!("        switch ({}) {{", state_field(number)));
    for state in date.states.indices() {
        let mut enabled = date
            .outgoing(state)
            .filter(|(_, t)| letter.contains(&t.event))
            .peekable();
        if enabled.peek().is_none() {
            continue;
        }
        java.line(format_args!("            case {}:", state.index()));
        let mut falls_through = true;
        for (id, transition) in enabled {
            append_transition(java, subject, number, id, deliveries);
            falls_through = transition.condition.is_some();
            if !falls_through {
                break;
            }
        }
        if falls_through {
            java.line("                return;");
        }
    }
    java.line("            default:");
    java.line("        }");
    java.line("    }");
}

/// The order on a taken transition is that of LARVA: action, state, entry code; then release and
/// report.
fn append_transition(
    java: &mut JavaText,
    subject: &Subject<'_>,
    number: usize,
    id: TransitionId,
    deliveries: &Deliveries,
) {
    let property = &subject.specification.properties[number];
    let transition = &property.date.transitions[id];
    let target = &property.date.states[transition.to];
    let test = transition
        .condition
        .as_ref()
        .map(|_| format!("if ({}()) ", condition_method(number, id)));
    java.line(format_args!(
        "                {}{{",
        test.unwrap_or_default()
    ));
    if transition.action.is_some() {
        java.line(format_args!(
            "                    {}();",
            action_method(number, id)
        ));
    }
    java.line(format_args!(
        "                    {} = {};",
        state_field(number),
        transition.to.index()
    ));
    for switch in woken(
        subject,
        number,
        (transition.from, transition.to),
        deliveries,
    ) {
        java.line(format_args!(
            "                    {}.wake();",
            switch_field(switch)
        ));
    }
    if target.entry.is_some() {
        java.line(format_args!(
            "                    {}();",
            entry_method(number, transition.to)
        ));
    }
    match target.kind {
        StateKind::Accepting if subject.releases(property) => {
            java.line("                    r$accept();")
        }
        StateKind::Bad => {
            let event = &subject.specification.events[transition.event].name;
            let name = &subject.property_names[number];
            let [name, state, event] = [name, &target.name, event].map(|text| quoted(text));
            java.line(format_args!(
                "                    residua.runtime.Reports.report(at, {name}, {state}, {event}, {});",
                subject.passed().described
            ));
        }
        StateKind::Accepting | StateKind::Normal => {}
    }
    java.line("                    return;");
    java.line("                }");
}

fn append_codes(
    java: &mut JavaText,
    subject: &Subject<'_>,
    number: usize,
    property: &Property,
) -> Result<(), Diagnostic> {
    let context = property.context;
    for (id, transition) in property.date.transitions.iter_enumerated() {
        let setting = Setting::Instance(context, Some(transition.event));
        if let Some(code) = &transition.condition {
            append_condition(
                java,
                subject,
                &condition_method(number, id),
                "a condition",
                code,
                setting,
            )?;
        }
        if let Some(code) = &transition.action {
            append_statements(
                java,
                subject,
                &action_method(number, id),
                "an action",
                code,
                setting,
            )?;
        }
    }
    for (id, state) in property.date.states.iter_enumerated() {
        if let Some(code) = &state.entry {
            let setting = Setting::Instance(context, None);
            append_statements(
                java,
                subject,
                &entry_method(number, id),
                "entry code",
                code,
                setting,
            )?;
        }
    }
    Ok(())
}

/// The events for which a property needs a step: those of deliveries that tell it.
fn stepped_events(
    subject: &Subject<'_>,
    number: usize,
    deliveries: &Deliveries,
) -> BTreeSet<EventId> {
    let context = subject.specification.properties[number].context;
    let concerning = deliveries.concerning(subject, context).into_iter();
    concerning
        .filter(|d| d.listeners(subject, context).any(|p| p == number))
        .map(|d| d.event)
        .collect()
}
