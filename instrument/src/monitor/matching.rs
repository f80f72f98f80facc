//! A match: from the values of a join point to an event that is about to be delivered.
//!
//! Values are tested and bound, `filter` decides, `where`s run in order; an occurrence that any of
//! them drops leaves all variables as they were, since no event has bound them.

use std::collections::BTreeSet;

use date::code::Code;
use date::ids::ContextId;
use date::model::{Alternative, FlowTest, Trigger};
use text::Diagnostic;

use super::Subject;
use super::control_flow::is_active;
use super::counting::append_counting;
use super::delivery::Internal;
use super::java::JavaText;
use super::lookup::holder_of;
use super::names::key_slot;
use super::notification::{Conversion, PassedValue};
use super::renaming::is_renaming;
use super::rewrite::{self, Setting};
use super::types::{boxed, default_value, is_primitive};
use super::user_code::{append_condition, append_where};
use super::variables::EventVariable;
use super::wanted::{Wanted, append_conformance, wanted};

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
    append_counting(java, subject, internal.event, properties);
    Ok(())
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
    let chain = subject.chain(context);
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
