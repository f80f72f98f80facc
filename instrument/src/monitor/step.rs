//! The automata: how one property of one instance takes a step, and the pieces of user code it
//! runs.

use std::collections::BTreeSet;

use date::ids::{EventId, TransitionId};
use date::model::{Property, StateKind, Transition};
use text::Diagnostic;

use super::Subject;
use super::delivery::Deliveries;
use super::java::quoted;
use super::names::{entry_method, state_field, step_method, switch_field};
use super::rewrite::Setting;
use super::silencing::woken;
use super::user_code::UserCode;
use super::writer::JavaWriter;

fn condition_method(property: usize, transition: TransitionId) -> String {
    format!("r$condition{property}_{}", transition.index())
}

fn action_method(property: usize, transition: TransitionId) -> String {
    format!("r$action{property}_{}", transition.index())
}

/// Appends the members of one property to the class of its context: the state, a step for each
/// event that it may be told of (which switches on what is heard after it), conditions, actions and
/// entry code.
///
/// # Errors
/// Names in user code that stand for nothing.
pub fn append_property(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    number: usize,
    deliveries: &Deliveries,
) -> Result<(), Diagnostic> {
    let property = &subject.specification.properties[number];
    java.line(format_args!(
        "private int {} = {};",
        state_field(number),
        property.date.initial.index()
    ));
    for event in stepped_events(subject, number, deliveries) {
        append_step(java, subject, number, event, deliveries);
    }
    append_transition_codes(java, subject, number, property)?;
    append_entry_codes(java, subject, number, property)
}

fn append_step(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    number: usize,
    event: EventId,
    deliveries: &Deliveries,
) {
    let letter = &subject.letters[event];
    let date = &subject.specification.properties[number].date;
    let (method, passed) = (step_method(number, event), subject.passed());
    let head = format!("private void {method}({})", passed.parameters);

    java.block(head, |java| {
        java.block(format_args!("switch ({})", state_field(number)), |java| {
            for state in date.states.indices() {
                let outgoing = date.outgoing(state);
                let enabled: Vec<TransitionId> = outgoing
                    .filter(|(_, t)| letter.contains(&t.event))
                    .map(|(id, _)| id)
                    .collect();
                if !enabled.is_empty() {
                    java.line(format_args!("case {}:", state.index()));
                    java.nested(|java| append_case(java, subject, number, &enabled, deliveries));
                }
            }
            java.line("default:");
        });
    });
}

/// Appends the transitions that are enabled in one state: the first whose condition holds is taken.
fn append_case(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    number: usize,
    enabled: &[TransitionId],
    deliveries: &Deliveries,
) {
    let transitions = &subject.specification.properties[number].date.transitions;
    for &id in enabled {
        append_transition(java, subject, number, id, deliveries);
        if transitions[id].condition.is_none() {
            return;
        }
    }
    java.line("return;");
}

/// Appends a transition. The order on one that is taken is that of LARVA: action, state, entry
/// code; then release and report.
fn append_transition(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    number: usize,
    id: TransitionId,
    deliveries: &Deliveries,
) {
    let property = &subject.specification.properties[number];
    let transition = &property.date.transitions[id];
    let target = &property.date.states[transition.to];
    let condition = transition.condition.as_ref();
    let test = condition.map(|_| format!("if ({}())", condition_method(number, id)));
    java.block(test.unwrap_or_default(), |java| {
        if transition.action.is_some() {
            java.line(format_args!("{}();", action_method(number, id)));
        }
        let (state, to) = (state_field(number), transition.to.index());
        java.line(format_args!("{state} = {to};"));
        // The events of the new state must be switched on before this event ends.
        for switch in woken(subject, number, transition, deliveries) {
            java.line(format_args!("{}.wake();", switch_field(switch)));
        }
        if target.entry.is_some() {
            java.line(format_args!("{}();", entry_method(number, transition.to)));
        }

        match target.kind {
            StateKind::Accepting if subject.releases(property) => java.line("r$accept();"),
            StateKind::Bad => append_report(java, subject, number, transition),
            StateKind::Accepting | StateKind::Normal => {}
        }
        java.line("return;");
    });
}

fn append_report(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    number: usize,
    transition: &Transition,
) {
    let date = &subject.specification.properties[number].date;
    let event = quoted(&subject.specification.events[transition.event].name);
    let state = quoted(&date.states[transition.to].name);
    let name = quoted(&subject.property_names[number]);
    let described = subject.passed().described;
    java.line(format_args!(
        "residua.runtime.Reports.report(at, {name}, {state}, {event}, {described});"
    ));
}

/// Appends the methods of conditions and actions.
fn append_transition_codes(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    number: usize,
    property: &Property,
) -> Result<(), Diagnostic> {
    for (id, transition) in property.date.transitions.iter_enumerated() {
        let setting = Setting::Instance(property.context, Some(transition.event));
        if let Some(code) = &transition.condition {
            let condition = UserCode {
                method: &condition_method(number, id),
                kind: "a condition",
                code,
                setting,
            };
            condition.append_condition(java, subject)?;
        }

        if let Some(code) = &transition.action {
            let action = UserCode {
                method: &action_method(number, id),
                kind: "an action",
                code,
                setting,
            };
            action.append_statements(java, subject)?;
        }
    }
    Ok(())
}

/// Appends the methods of entry code.
fn append_entry_codes(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    number: usize,
    property: &Property,
) -> Result<(), Diagnostic> {
    for (id, state) in property.date.states.iter_enumerated() {
        if let Some(code) = &state.entry {
            let entry = UserCode {
                method: &entry_method(number, id),
                kind: "entry code",
                code,
                setting: Setting::Instance(property.context, None),
            };
            entry.append_statements(java, subject)?;
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
