//! A match: from the values of a join point to an event that is about to be delivered.
//!
//! Values are tested and bound, `filter` decides, `where`s run in order; an occurrence that any of
//! them drops leaves all variables as they were, since no event has bound them.

use std::collections::{BTreeMap, BTreeSet};

use date::code::{Code, NameKind, NameUse};
use date::ids::{ContextId, EventId};
use date::model::{
    Alternative, ArgumentPattern, Binding, Event, FlowTest, Moment, PointPattern, Trigger,
};
use text::Diagnostic;

use super::control_flow::is_active;
use super::delivery::Internal;
use super::java::JavaText;
use super::lookup::{bindings, chain, holder_of};
use super::notification::{Conversion, PassedValue, Position};
use super::rewrite::{self, Setting, key_slot};
use super::step::{append_condition, fault_name};
use super::types::{boxed, default_value, erased, is_primitive};
use super::variables::EventVariable;
use super::{Subject, THROWABLE, events};

/// Appends the statements of a match to a method body: on return the event is to be delivered, with
/// its keys in their slots and the global instance in `x0`; the method has returned where there is
/// no event. The n-th value passed is the parameter `p<n>`.
///
/// # Errors
/// A name that has no type.
pub fn append_match(
    java: &mut JavaText,
    subject: &Subject<'_>,
    internal: Internal,
    properties: &BTreeSet<usize>,
    values: &[PassedValue],
) -> Result<(), Diagnostic> {
    let monitor = &subject.monitor;
    let event = &subject.specification.events[internal.event];
    let alternative = &event.alternatives[internal.alternative];
    let wanted: Vec<Option<Wanted<'_>>> = values
        .iter()
        .map(|v| wanted(&alternative.trigger, v.position))
        .collect();
    append_tests(java, subject, &alternative.trigger, values, &wanted);
    // Before anything is bound: the first event makes the global instance, whose entry code may
    // raise events of a channel.
    java.line(format_args!("        {monitor} x0 = {monitor}.r$global();"));
    let touched = touched_fields(subject, event.context, internal, alternative);
    for (i, variable) in touched.iter().enumerate() {
        java.line(format_args!(
            "        {} old{i} = {monitor}.{};",
            variable.ty, variable.field
        ));
    }
    append_bindings(java, subject, event.context, values, &wanted);
    let restore: String = touched
        .iter()
        .enumerate()
        .map(|(i, v)| format!("{monitor}.{} = old{i}; ", v.field))
        .collect();
    let append_test = |java: &mut JavaText, test: String| {
        java.line(format_args!(
            "        if (!x0.{test}()) {{ {restore}return; }}"
        ));
    };
    if alternative.filter.is_some() {
        append_test(java, filter_method(internal));
    }
    for (n, code) in alternative.wheres.iter().enumerate() {
        if is_renaming(subject, internal.event, code) {
            java.line("        {");
            rewrite::append(java, subject, code, Setting::Match(internal.event))?;
            java.line(";\n        }");
        } else {
            append_test(java, where_method(internal, n));
        }
    }
    events::append_counting(java, subject, internal.event, properties);
    Ok(())
}

/// The first alternative of an event that makes the same of these values as the given one does:
/// they share a method.
pub fn first_alike(event: &Event, alternative: usize, values: &[PassedValue]) -> usize {
    let of = &event.alternatives[alternative];
    let runs_code = |of: &Alternative| of.filter.is_some() || !of.wheres.is_empty();
    let binds =
        |of: &Alternative, other: &Alternative| bindings(&of.trigger) == bindings(&other.trigger);
    let wants = |position: Position, other: &Alternative| {
        wanted(&of.trigger, position) == wanted(&other.trigger, position)
    };
    let is_alike = |other: &Alternative| {
        let asks_alike = of.trigger.flows() == other.trigger.flows();
        asks_alike
            && !runs_code(other)
            && binds(of, other)
            && values.iter().all(|value| wants(value.position, other))
    };
    let alike = event
        .alternatives
        .iter()
        .position(is_alike)
        .filter(|_| !runs_code(of));
    alike.unwrap_or(alternative)
}

/// What a pattern wants of a value: a type, and a variable to bind it to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted<'a> {
    ty: &'a str,
    /// The variable.
    pub name: Option<&'a str>,
}

impl<'a> Wanted<'a> {
    fn bound(binding: Option<&'a Binding>) -> Option<Self> {
        let binding = binding?;
        Some(Wanted {
            ty: binding.ty.as_deref()?,
            name: Some(&binding.name),
        })
    }
}

/// What a trigger wants of a value of the join point; `None` if nothing.
pub fn wanted(trigger: &Trigger, position: Position) -> Option<Wanted<'_>> {
    match (trigger, position) {
        (Trigger::Receive { value, .. }, Position::Value) => Wanted::bound(value.as_ref()),
        (Trigger::Point(pattern), position) => wanted_by(pattern, position),
        (Trigger::Receive { .. } | Trigger::Timeout { .. } | Trigger::EndOfProgram, _) => None,
    }
}

/// What a pattern wants of a value of its join point; `None` if nothing.
pub fn wanted_by(pattern: &PointPattern, position: Position) -> Option<Wanted<'_>> {
    match position {
        Position::Value => match &pattern.moment {
            Moment::Before => None,
            Moment::Returning(binding) | Moment::Throwing(binding) => {
                Wanted::bound(binding.as_ref())
            }
        },
        Position::Target => Wanted::bound(pattern.target.as_ref()),
        Position::Caller => Wanted::bound(pattern.caller.as_ref()),
        Position::Argument(position) => match pattern.arguments.at(position)? {
            ArgumentPattern::Any => None,
            ArgumentPattern::Typed(ty) => Some(Wanted { ty, name: None }),
            ArgumentPattern::Bound(binding) => Wanted::bound(Some(binding)),
        },
    }
}

/// Appends the tests of a trigger: the method returns where a value passed does not conform, or the
/// thread is not in the course of what it has to be.
pub fn append_tests(
    java: &mut JavaText,
    subject: &Subject<'_>,
    trigger: &Trigger,
    values: &[PassedValue],
    wanted: &[Option<Wanted<'_>>],
) {
    for FlowTest { flow, holds } in trigger.flows() {
        if let Some(is_active) = is_active(subject, flow) {
            java.line(format_args!(
                "        if ({}{is_active}) return;",
                if *holds { "!" } else { "" }
            ));
        }
    }
    append_conformance(java, subject, values, wanted);
}

/// Appends the tests of the values passed: the method returns where one does not conform.
pub fn append_conformance(
    java: &mut JavaText,
    subject: &Subject<'_>,
    values: &[PassedValue],
    wanted: &[Option<Wanted<'_>>],
) {
    let stands_in = subject.takes_loop_iterators();
    for (i, (value, wanted)) in values.iter().zip(wanted).enumerate() {
        if let (Conversion::Tested, Some(wanted)) = (value.conversion, wanted) {
            let ty = erased(boxed(wanted.ty));
            let object = if stands_in {
                format!("residua.runtime.LoopIterator.behind(p{i})")
            } else {
                format!("p{i}")
            };
            java.line(format_args!(
                "        if (!({object} instanceof {ty})) return;"
            ));
        }
    }
}

/// Keys are set before anything is bound, so that a `where` that assigns none leaves no key of an
/// earlier event.
fn append_bindings(
    java: &mut JavaText,
    subject: &Subject<'_>,
    context: ContextId,
    values: &[PassedValue],
    wanted: &[Option<Wanted<'_>>],
) {
    let monitor = &subject.monitor;
    let chain = chain(subject, context);
    for &id in &chain {
        for parameter in &subject.specification.contexts[id].parameters {
            let slot = key_slot(id, &parameter.name);
            match subject.takes_loop_iterators() {
                true => java.line(format_args!("        java.lang.Object {slot} = null;")),
                false => java.line(format_args!(
                    "        {monitor}.{slot} = {};",
                    default_value(&parameter.ty)
                )),
            }
        }
    }
    for (i, (value, wanted)) in values.iter().zip(wanted).enumerate() {
        let Some(Wanted {
            ty,
            name: Some(name),
        }) = *wanted
        else {
            continue;
        };
        if let Some(holder) = holder_of(subject, &chain, name) {
            let slot = key_slot(holder, name);
            match subject.takes_loop_iterators() {
                // Nothing but keys is made of it, and no code of the user reads it.
                true => java.line(format_args!("        {slot} = p{i};")),
                false => java.line(format_args!(
                    "        {monitor}.{slot} = {};",
                    converted(i, value, ty)
                )),
            }
        } else if let Some(variable) = subject.variables.with_type(context, name, ty) {
            let EventVariable { field, .. } = variable;
            let behind = subject.takes_loop_iterators() && value.primitive.is_none();
            let behind = if behind {
                format!("p{i} = residua.runtime.LoopIterator.behind(p{i}); ")
            } else {
                String::new()
            };
            java.line(format_args!(
                "        {behind}{monitor}.{field} = {};",
                converted(i, value, ty)
            ));
        }
    }
}

/// The n-th parameter as a value of the type that the pattern writes.
fn converted(n: usize, value: &PassedValue, ty: &str) -> String {
    match (value.primitive, value.conversion) {
        (Some(_), _) => format!("p{n}"),
        (None, Conversion::Unboxed) => format!(
            "p{n} == null ? {} : ({}) p{n}",
            default_value(ty),
            boxed(ty)
        ),
        (None, _) if is_primitive(ty) => format!("({}) p{n}", boxed(ty)),
        (None, _) => format!("({ty}) p{n}"),
    }
}

/// The fields to put back where the occurrence is dropped.
fn touched_fields(
    subject: &Subject<'_>,
    context: ContextId,
    internal: Internal,
    alternative: &Alternative,
) -> Vec<EventVariable> {
    let never_drops = |code: &Code| is_renaming(subject, internal.event, code);
    match alternative.filter.is_none() && alternative.wheres.iter().all(never_drops) {
        true => Vec::new(),
        false => subject
            .variables
            .bound_by(context, internal.event, alternative),
    }
}

/// Whether a `where` does nothing but give keys what the event has bound, of the same types: it
/// neither throws nor drops.
pub fn is_renaming(subject: &Subject<'_>, event: EventId, code: &Code) -> bool {
    let own = subject.specification.events[event].context;
    let text: String = code.text.chars().filter(|c| !c.is_whitespace()).collect();
    let pairs: String = code
        .names
        .chunks(2)
        .map(|pair| match pair {
            [key, value] => format!("{}={};", key.name.text, value.name.text),
            _ => String::new(),
        })
        .collect();
    let same_type = |pair: &[NameUse]| {
        let [key, value] = pair else { return false };
        let NameKind::Parameter(context) = key.name.kind else {
            return false;
        };
        let parameters = &subject.specification.contexts[context].parameters;
        let parameter = parameters
            .iter()
            .find(|parameter| parameter.name == key.name.text);
        let bound = match value.name.kind {
            NameKind::EventVariable => {
                subject
                    .variables
                    .find(own, Some((event, own)), &value.name.text)
            }
            _ => None,
        };
        parameter
            .zip(bound)
            .is_some_and(|(parameter, bound)| parameter.ty == bound.ty)
    };
    !code.names.is_empty()
        && format!("{};", text.trim_end_matches(';')) == pairs
        && code.names.chunks(2).all(same_type)
}

fn filter_method(internal: Internal) -> String {
    format!(
        "r$filter{}_{}",
        internal.event.index(),
        internal.alternative
    )
}

fn where_method(internal: Internal, n: usize) -> String {
    format!(
        "r$where{}_{}_{n}",
        internal.event.index(),
        internal.alternative
    )
}

/// Appends `filter` and `where`s of the alternatives that are raised, to the class of the global
/// context.
///
/// # Errors
/// Names in user code that stand for nothing.
pub fn append_codes(
    java: &mut JavaText,
    subject: &Subject<'_>,
    raised: &BTreeSet<Internal>,
) -> Result<(), Diagnostic> {
    for &internal in raised {
        let alternative =
            &subject.specification.events[internal.event].alternatives[internal.alternative];
        let setting = Setting::Match(internal.event);
        if let Some(code) = &alternative.filter {
            append_condition(
                java,
                subject,
                &filter_method(internal),
                "a filter",
                code,
                setting,
            )?;
        }
        let wheres = alternative.wheres.iter().enumerate();
        for (n, code) in wheres.filter(|(_, code)| !is_renaming(subject, internal.event, code)) {
            append_where(java, subject, &where_method(internal, n), code, setting)?;
        }
    }
    Ok(())
}

/// A `where` that returns early or throws drops the event; `if (true)` lets it return in the
/// middle.
fn append_where(
    java: &mut JavaText,
    subject: &Subject<'_>,
    method: &str,
    code: &Code,
    setting: Setting,
) -> Result<(), Diagnostic> {
    let fault = fault_name(subject, "a where", code);
    java.line(format_args!("    private boolean {method}() {{"));
    java.line("        boolean[] completed = new boolean[1];");
    java.line(format_args!("        try {{ {method}$(completed); }}"));
    java.line(format_args!(
        "        catch ({THROWABLE} thrown) {{ residua.runtime.Faults.tell({fault}, thrown); }}"
    ));
    java.line("        return completed[0];");
    java.line("    }");
    java.line(format_args!(
        "    private void {method}$(boolean[] r$completed) throws {THROWABLE} {{ if (true) {{"
    ));
    rewrite::append(java, subject, code, setting)?;
    java.line("\n    } r$completed[0] = true; }");
    Ok(())
}

/// Numbers of counters by (property, event), in order.
pub type Counters = BTreeMap<(usize, date::ids::EventId), usize>;
