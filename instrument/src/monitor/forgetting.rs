//! When instances may be forgotten, as their classes say it.

use date::ids::{ContextId, EventId};

use super::Subject;
use super::java::any_of;
use super::lookup::{is_sliced, surely_binds};
use super::names::state_field;
use super::reach::{inner_may_act_without, may_act};
use super::writer::JavaWriter;

/// Appends whether an instance is finished, and whether it matters without one of its keys.
pub fn append_forgetting(java: &mut JavaWriter, subject: &Subject<'_>, context: ContextId) {
    let finished = if may_finish(subject, context) {
        format!("!({})", acting(subject, context, |_| true))
    } else {
        "false".to_owned()
    };
    java.line(format_args!(
        "protected boolean isInstanceFinished() {{ return {finished}; }}"
    ));

    java.block(
        "protected boolean instanceMattersWithout(int parameter)",
        |java| {
            java.block("switch (parameter)", |java| {
                for i in 0..subject.specification.contexts[context].parameters.len() {
                    let matters = matters_without(subject, context, i);
                    java.line(format_args!("case {i}: return {matters};"));
                }
                java.line("default: return true;");
            });
        },
    );
}

/// A Java expression: whether events that do not bind a parameter could make a report or run an
/// action.
pub fn matters_without(subject: &Subject<'_>, context: ContextId, parameter: usize) -> String {
    let name = &subject.specification.contexts[context].parameters[parameter].name;
    if inner_may_act_without(subject, context, name) {
        return "true".to_owned();
    }
    acting(subject, context, |event| {
        !surely_binds(subject, event, context, name)
    })
}

/// Says whether instances can be finished for good: where release starts them anew, or inner ones
/// hang on them, they cannot.
fn may_finish(subject: &Subject<'_>, context: ContextId) -> bool {
    let starts_anew = subject
        .properties_of(context)
        .any(|(_, property)| subject.releases(property));
    is_sliced(subject, context) && !starts_anew && subject.inner_contexts(context).next().is_none()
}

/// A Java expression: whether a property is in a state from which it may act by events for which
/// `occurs` holds.
fn acting(subject: &Subject<'_>, context: ContextId, occurs: impl Fn(EventId) -> bool) -> String {
    let properties = subject.properties_of(context);
    let tests = properties.map(|(number, property)| {
        let acts = may_act(&property.date, &occurs).into_iter().enumerate();
        let states = acts.filter(|(_, acts)| *acts).map(|(state, _)| state);
        one_of(&state_field(number), states)
    });
    let tests: Vec<String> = tests.filter(|test| test != "false").collect();
    any_of(&tests)
}

/// A Java expression: whether an `int` field has one of these values.
pub fn one_of(field: &str, values: impl Iterator<Item = usize>) -> String {
    let tests: Vec<String> = values.map(|value| format!("{field} == {value}")).collect();
    if tests.is_empty() {
        "false".to_owned()
    } else {
        format!("({})", tests.join(" || "))
    }
}
