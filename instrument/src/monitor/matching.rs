//! A match: from the values of a join point to an event that is about to be delivered.
//!
//! Values are tested and bound, `filter` decides, `where`s run in order; an occurrence that any of
//! them drops leaves all variables as they were, since no event has bound them.

use std::collections::BTreeSet;

use date::code::Code;
use date::ids::ContextId;
use date::model::{Alternative, FlowTest, Parameter, Trigger};
use text::Diagnostic;

use super::Subject;
use super::control_flow::is_active;
use super::counting::append_counting;
use super::delivery::Internal;
use super::lookup::holder_of;
use super::names::key_slot;
use super::notification::{Conversion, PassedValue};
use super::renaming::is_renaming;
use super::rewrite::{self, Setting};
use super::types::{boxed, default_value, is_primitive};
use super::user_code::UserCode;
use super::variables::EventVariable;
use super::wanted::{Wanted, append_conformance, wanted, wanted_of};
use super::writer::JavaWriter;

/// Appends the statements of a match to a method body: on return the event is to be delivered, with
/// its keys in their slots and the global instance in `x0`; the method has returned where there is
/// no event. The n-th value passed is the parameter `p<n>`.
///
/// # Errors
/// A name that has no type.
pub fn append_match(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    internal: Internal,
    properties: &BTreeSet<usize>,
    values: &[PassedValue],
) -> Result<(), Diagnostic> {
    let monitor = &subject.monitor;
    let event = &subject.specification.events[internal.event];
    let alternative = &event.alternatives[internal.alternative];
    append_tests(java, subject, &alternative.trigger, values);
    // Before anything is bound: the first event makes the global instance, whose entry code may
    // raise events of a channel.
    java.line(format_args!("{monitor} x0 = {monitor}.r$global();"));
    let touched = touched_fields(subject, event.context, internal, alternative);
    for (i, EventVariable { field, ty }) in touched.iter().enumerate() {
        java.line(format_args!("{ty} old{i} = {monitor}.{field};"));
    }
    append_keys(java, subject, event.context);
    append_bindings(java, subject, internal, values);

    append_drops(java, subject, internal, &restored(subject, &touched))?;
    append_counting(java, subject, internal.event, properties);
    Ok(())
}

/// Statements that put fields back.
fn restored(subject: &Subject<'_>, touched: &[EventVariable]) -> String {
    let monitor = &subject.monitor;
    let fields = touched.iter().enumerate();
    fields
        .map(|(i, variable)| format!("{monitor}.{} = old{i}; ", variable.field))
        .collect()
}

/// Appends `filter` and `where`s, which may drop the event: then `restore` puts the variables back.
fn append_drops(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    internal: Internal,
    restore: &str,
) -> Result<(), Diagnostic> {
    let event = &subject.specification.events[internal.event];
    let alternative = &event.alternatives[internal.alternative];
    if alternative.filter.is_some() {
        append_drop(java, &filter_method(internal), restore);
    }

    for (n, code) in alternative.wheres.iter().enumerate() {
        if is_renaming(subject, internal.event, code) {
            java.block("", |java| {
                rewrite::append(java, subject, code, Setting::Match(internal.event))?;
                java.end(";");
                Ok(())
            })?;
        } else {
            append_drop(java, &where_method(internal, n), restore);
        }
    }
    Ok(())
}

fn append_drop(java: &mut JavaWriter, test: &str, restore: &str) {
    java.line(format_args!("if (!x0.{test}()) {{ {restore}return; }}"));
}

/// Appends the tests of a trigger: the method returns where a value passed does not conform, or the
/// thread is not in the course of what it has to be.
pub fn append_tests(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    trigger: &Trigger,
    values: &[PassedValue],
) {
    for FlowTest { flow, holds } in trigger.flows() {
        if let Some(is_active) = is_active(subject, flow) {
            let not = if *holds { "!" } else { "" };
            java.line(format_args!("if ({not}{is_active}) return;"));
        }
    }
    append_conformance(java, subject, values, &wanted_of(trigger, values));
}

/// Appends keys that are not set. They come before anything is bound, so that a `where` that
/// assigns none leaves no key of an earlier event.
fn append_keys(java: &mut JavaWriter, subject: &Subject<'_>, context: ContextId) {
    let monitor = &subject.monitor;
    for id in subject.chain(context) {
        for Parameter { name, ty, .. } in &subject.specification.contexts[id].parameters {
            let (slot, default) = (key_slot(id, name), default_value(ty));
            if subject.takes_loop_iterators() {
                java.line(format_args!("java.lang.Object {slot} = null;"));
            } else {
                java.line(format_args!("{monitor}.{slot} = {default};"));
            }
        }
    }
}

/// Appends the assignments of the values passed to keys and variables.
fn append_bindings(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    internal: Internal,
    values: &[PassedValue],
) {
    let event = &subject.specification.events[internal.event];
    let trigger = &event.alternatives[internal.alternative].trigger;
    let chain = subject.chain(event.context);
    for (i, value) in values.iter().enumerate() {
        let Some(Wanted {
            ty,
            name: Some(name),
        }) = wanted(trigger, value.position)
        else {
            continue;
        };

        let converted = converted(i, value, ty);
        if let Some(holder) = holder_of(subject, &chain, name) {
            append_key(java, subject, &key_slot(holder, name), i, &converted);
        } else if let Some(variable) = subject.variables.with_type(event.context, name, ty) {
            let behind = unwrapped(subject, i, value);
            let (monitor, field) = (&subject.monitor, variable.field);
            java.line(format_args!("{behind}{monitor}.{field} = {converted};"));
        }
    }
}

/// Appends the assignment of the n-th parameter to a key.
fn append_key(java: &mut JavaWriter, subject: &Subject<'_>, slot: &str, n: usize, converted: &str) {
    if subject.takes_loop_iterators() {
        // Nothing but keys is made of it, and no code of the user reads it.
        java.line(format_args!("{slot} = p{n};"));
    } else {
        java.line(format_args!("{}.{slot} = {converted};", subject.monitor));
    }
}

/// A statement before the n-th parameter is bound to a variable: that gets the iterator of the
/// program, and not the one that a loop holds in its place.
fn unwrapped(subject: &Subject<'_>, n: usize, value: &PassedValue) -> String {
    if subject.takes_loop_iterators() && value.primitive.is_none() {
        format!("p{n} = residua.runtime.LoopIterator.behind(p{n}); ")
    } else {
        String::new()
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
    if alternative.filter.is_none() && alternative.wheres.iter().all(never_drops) {
        return Vec::new();
    }
    subject
        .variables
        .bound_by(context, internal.event, alternative)
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
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    raised: &BTreeSet<Internal>,
) -> Result<(), Diagnostic> {
    for &internal in raised {
        let alternative =
            &subject.specification.events[internal.event].alternatives[internal.alternative];
        let setting = Setting::Match(internal.event);
        if let Some(code) = &alternative.filter {
            let filter = UserCode {
                method: &filter_method(internal),
                kind: "a filter",
                code,
                setting,
            };
            filter.append_condition(java, subject)?;
        }

        let wheres = alternative.wheres.iter().enumerate();
        for (n, code) in wheres.filter(|(_, code)| !is_renaming(subject, internal.event, code)) {
            let computed = UserCode {
                method: &where_method(internal, n),
                kind: "a where",
                code,
                setting,
            };
            computed.append_where(java, subject)?;
        }
    }
    Ok(())
}
