//! Events that cost next to nothing as long as no instance can react to them
//! (`residua.runtime.EventSwitch`).
//!
//! An event is switched off where all that it could do is to move instances, and none is in a state
//! that hears it. So it must make none: an instance in its initial states, whose making nobody
//! sees, may as well be made by the first event that it hears ([`comes_late`]). It must run no code
//! of its own, and leave no value behind that code of another event reads.
//!
//! Instances begin in initial states, or, by slicing, in those of a smaller one. A smaller one that
//! does not bind the event's parameter never hears an event that [`reaches`] instances by it, and
//! one that does is among those that are asked. So nothing but a transition can make an event heard
//! that nobody hears.

use std::collections::BTreeSet;

use date::ids::ContextId;
use date::judgement::read_stale;
use date::model::{Context, Creation, Transition};

use super::Subject;
use super::delivery::{Deliveries, Delivery, Switch, Switches, is_listed};
use super::java::any_of;
use super::lookup::{Lookup, is_compared_by_equals, is_keyed, lookups};
use super::names::{idle_method, state_field, switch_field, table_of};
use super::notification::Notification;
use super::plain::is_constant;
use super::renaming::is_renaming;
use super::waiting::Waiting;
use super::writer::JavaWriter;

/// Decides which deliveries may be switched off: all notifications of a delivery together, or none.
pub fn switches(
    subject: &Subject<'_>,
    notifications: &[Notification],
    deliveries: &Deliveries,
) -> Switches {
    let mut switches = Switches::new();
    let mut refused = BTreeSet::new();
    let leaves_nothing = read_stale(subject.specification).is_empty();
    for notification in notifications {
        let delivery = Delivery::of(notification);
        let number = deliveries.number(&delivery);
        match switch(subject, notification, &delivery, deliveries).filter(|_| leaves_nothing) {
            Some(switch) => switches.entry(number).or_insert(switch).positions |= switch.positions,
            // One notification that may not be switched off keeps its whole delivery on.
            None => _ = refused.insert(number),
        }
    }
    switches.retain(|number, _| !refused.contains(number));
    switches
}

fn switch(
    subject: &Subject<'_>,
    notification: &Notification,
    delivery: &Delivery,
    deliveries: &Deliveries,
) -> Option<Switch> {
    let context = subject.specification.events[notification.event].context;
    let alternative =
        &subject.specification.events[notification.event].alternatives[notification.alternative];
    let runs_code = alternative.filter.is_some()
        || !alternative
            .wheres
            .iter()
            .all(|code| is_renaming(subject, notification.event, code));
    if runs_code
        || !concerns_alone(subject, context, delivery)
        || begins_hearing(subject, context, delivery)
    {
        return None;
    }

    let positions = match lookups(subject, notification.event, alternative)[..] {
        [] => 0,
        [(_, Lookup::One { creates })] => {
            (!creates || comes_late(subject, context, delivery, deliveries)).then_some(1)?
        }
        [(_, Lookup::Slice { bound, .. })] if reaches(subject, context, bound, delivery) => bound,
        _ => return None,
    };
    Some(Switch { context, positions })
}

/// Says whether the delivery of an event of a sliced context that binds these parameters makes no
/// instance, and is for those of one key.
pub fn reaches(subject: &Subject<'_>, context: ContextId, bound: u64, delivery: &Delivery) -> bool {
    bound.is_power_of_two()
        && Waiting::of(subject, context).is_some_and(|waiting| waiting.makes_none(delivery, bound))
}

/// Says whether no properties but those of one context hear a delivery.
fn concerns_alone(subject: &Subject<'_>, context: ContextId, delivery: &Delivery) -> bool {
    let heard = delivery
        .properties
        .iter()
        .filter(|&&property| subject.listens(property, delivery.event));
    heard
        .into_iter()
        .all(|&property| subject.specification.properties[property].context == context)
}

fn begins_hearing(subject: &Subject<'_>, context: ContextId, delivery: &Delivery) -> bool {
    let initial = |property: usize| subject.specification.properties[property].date.initial;
    delivery
        .listeners(subject, context)
        .any(|p| delivery.hearing(subject, p).contains(&initial(p)))
}

/// Says whether an instance of a context need not be made by an event that its initial states do
/// not hear: it can be made by the first that they do, since any event makes one, nobody sees when,
/// and nothing reaches it without its key. Which of several equal objects an instance is made for
/// can be seen in reports.
pub fn comes_late(
    subject: &Subject<'_>,
    context: ContextId,
    delivery: &Delivery,
    deliveries: &Deliveries,
) -> bool {
    let declared = &subject.specification.contexts[context];
    let is_object = declared
        .parameters
        .iter()
        .all(|p| !is_compared_by_equals(p));
    is_keyed(subject, context)
        && is_object
        && declared.creation == Creation::AnyEvent
        && subject.inner_contexts(context).next().is_none()
        && begins_unseen(subject, context, declared)
        && !is_listed(subject, context, deliveries)
        && !begins_hearing(subject, context, delivery)
}

fn begins_unseen(subject: &Subject<'_>, context: ContextId, declared: &Context) -> bool {
    let is_quiet = |(_, property): (usize, &date::model::Property)| {
        property.date.states[property.date.initial].entry.is_none()
    };
    declared.clocks.is_empty()
        && declared
            .variables
            .iter()
            .all(|variable| variable.initial.as_ref().is_none_or(is_constant))
        && subject.properties_of(context).all(is_quiet)
}

/// Appends the switches, and what is done when their events have done nothing, to the class of the
/// global context.
pub fn append_switches(java: &mut JavaWriter, deliveries: &Deliveries) {
    for (&number, switch) in deliveries.switches() {
        let (field, method) = (switch_field(number), idle_method(number));
        let asked = match switch.context.index() {
            0 => format!("r$instance, {number}"),
            _ => format!(
                "r$instance.{}, {number}, {}L",
                table_of(switch.context),
                switch.positions
            ),
        };

        java.line(format_args!(
            "static final residua.runtime.EventSwitch {field} = new residua.runtime.EventSwitch();"
        ));
        java.line(format_args!(
            "static void {method}() {{ if ({field}.tires()) {field}.rest({asked}); }}"
        ));
    }
}

/// Appends whether an instance of a context hears a delivery in its present states, where that is
/// asked.
pub fn append_hearing(
    java: &mut JavaWriter,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
) {
    let is_asked = deliveries
        .switches()
        .values()
        .any(|switch| switch.context == context);
    if !is_asked && Waiting::of(subject, context).is_none() {
        return;
    }

    java.block("protected boolean instanceHears(int delivery)", |java| {
        java.block("switch (delivery)", |java| {
            for delivery in deliveries.concerning(subject, context) {
                let tests = hearing_tests(subject, context, delivery);
                if !tests.is_empty() {
                    let (number, hears) = (deliveries.number(delivery), any_of(&tests));
                    java.line(format_args!("case {number}: return {hears};"));
                }
            }
            java.line("default: return false;");
        });
    });
}

/// Java expressions: each is true in one state in which a property hears a delivery.
fn hearing_tests(subject: &Subject<'_>, context: ContextId, delivery: &Delivery) -> Vec<String> {
    let listeners = delivery.listeners(subject, context);
    let tests = listeners.flat_map(|number| {
        let hearing = delivery.hearing(subject, number).into_iter();
        hearing.map(move |state| format!("{} == {}", state_field(number), state.index()))
    });
    tests.collect()
}

/// The switches of the events that a property hears after a transition and has not heard before it.
pub fn woken(
    subject: &Subject<'_>,
    property: usize,
    transition: &Transition,
    deliveries: &Deliveries,
) -> Vec<usize> {
    let context = subject.specification.properties[property].context;
    let switched = deliveries.switches().keys().filter(|&&number| {
        deliveries.get(number).is_some_and(|delivery| {
            let hearing = delivery.hearing(subject, property);
            let is_told = delivery
                .listeners(subject, context)
                .any(|listener| listener == property);
            is_told && hearing.contains(&transition.to) && !hearing.contains(&transition.from)
        })
    });
    switched.copied().collect()
}
