//! Instances that need not be made yet, as they would only repeat another one (`residua.runtime.Slices`).

use std::collections::BTreeSet;

use date::ids::{ContextId, EventId, StateId};
use date::model::{Date, Property, StateKind};
use index_vec::IndexVec;

use super::Subject;
use super::delivery::{Deliveries, Delivery};
use super::java::JavaText;
use super::lookup::{Lookup, full, is_sliced, lookups};
use super::step::{releases, state_field};

/// More sets of parameters than these are not told apart.
const MOST_DOMAINS: usize = 64;

/// Whether instances of the context may wait: they come about by slicing, are known by the states of their properties, and
/// make reports only where all parameters are bound, so that none repeats the report of another. Code of the user could see
/// when, and in which order, they are made; and an event of an outer context reaches those alone that have been made.
pub fn may_wait(subject: &Subject<'_>, context: ContextId) -> bool {
    let declared = &subject.specification.contexts[context];
    let has_parts = !(declared.variables.is_empty() && declared.clocks.is_empty() && declared.channels.is_empty());
    let is_below_the_global_one = declared.parent.is_some_and(|parent| parent.index() == 0);
    let is_innermost = subject.inner_contexts(context).next().is_none();
    let is_plain = |(number, property): (usize, &Property)| {
        let others = subject.specification.events.iter_enumerated().filter(|(_, event)| event.context != context);
        is_automaton(&property.date)
            && !releases(subject, property)
            && others.into_iter().all(|(id, _)| !subject.listens(number, id))
    };
    is_sliced(subject, context)
        && is_below_the_global_one
        && is_innermost
        && !has_parts
        && subject.properties_of(context).all(is_plain)
        && reports_of_whole_instances_alone(subject, context)
}

/// Whether no instance makes a report while it leaves a parameter open.
fn reports_of_whole_instances_alone(subject: &Subject<'_>, context: ContextId) -> bool {
    let masks = masks(subject, context);
    let Some(domains) = unions(masks.iter().map(|&(_, mask)| mask)) else { return false };
    let parts = domains.into_iter().filter(|&domain| domain != full(subject, context));
    parts.into_iter().all(|domain| {
        subject.properties_of(context).all(|(_, property)| {
            let (date, letters) = (&property.date, letters_within(subject, &masks, domain));
            let reached = reached(date, &letters);
            let mut taken = date.transitions.iter().filter(|t| letters.contains(&t.event) && reached[t.from]);
            !taken.any(|t| date.states[t.to].kind == StateKind::Bad)
        })
    })
}

fn is_automaton(date: &Date) -> bool {
    date.states.iter().all(|state| state.entry.is_none())
        && date.transitions.iter().all(|t| t.condition.is_none() && t.action.is_none())
}

/// Appends what the table of such a context knows: which instances may hear a delivery at all.
pub fn append_to_table(java: &mut JavaText, subject: &Subject<'_>, context: ContextId, deliveries: &Deliveries) {
    let masks = masks(subject, context);
    let Some(domains) = unions(masks.iter().map(|&(_, mask)| mask)) else {
        return java.line("        protected boolean waits() { return true; }");
    };
    java.line("        protected boolean waits() { return true; }");
    let hear = |delivery: &Delivery, domain: u64| may_hear(subject, context, delivery, &masks, domain);
    append_test(java, subject, context, deliveries, ("mayHear", &domains, &hear));
    let met = met(subject, context, &masks);
    let moves = |delivery: &Delivery, domain: u64| match &met {
        None => hear(delivery, domain),
        Some((property, met)) => {
            let states = hearing(subject, *property, delivery);
            met.iter().any(|(of, state)| *of == domain && states.contains(state))
        }
    };
    append_test(java, subject, context, deliveries, ("mayMove", &domains, &moves));
}

/// What may be asked of a delivery and a set of parameters.
type Question<'a> = &'a dyn Fn(&Delivery, u64) -> bool;

/// Appends a method that answers a question about each of the sets of parameters.
fn append_test(
    java: &mut JavaText,
    subject: &Subject<'_>,
    context: ContextId,
    deliveries: &Deliveries,
    (name, domains, holds): (&str, &BTreeSet<u64>, Question<'_>),
) {
    java.block(format_args!("        protected boolean {name}(int delivery, long domain) {{"), "        }", |java| {
        java.line("            switch (delivery) {");
        for delivery in deliveries.concerning(subject, context) {
            let held = domains.iter().filter(|domain| holds(delivery, **domain));
            let tests: Vec<String> = held.map(|domain| format!("domain == {domain}L")).collect();
            if !tests.is_empty() {
                let number = deliveries.number(delivery);
                java.line(format_args!("                case {number}: return {};", tests.join(" || ")));
            }
        }
        java.line("                default: return false;");
        java.line("            }");
    });
}

/// The property of a context that has one alone, and the states in which its instances may be with the parameters that they
/// bind then; no parameters for one that has just begun. An instance is made when an event moves it; or when an event that
/// does nothing to it makes another one that it extends.
fn met(
    subject: &Subject<'_>,
    context: ContextId,
    masks: &[(EventId, u64)],
) -> Option<(usize, BTreeSet<(u64, StateId)>)> {
    let mut properties = subject.properties_of(context);
    let (number, property) = properties.next().filter(|_| properties.next().is_none())?;
    let date = &property.date;
    let mut met = BTreeSet::from([(0, date.initial)]);
    loop {
        let mut more = met.clone();
        for (event, mask) in masks {
            let letter = &subject.letters[*event];
            let heard = |state| date.transitions.iter().filter(move |t| t.from == state && letter.contains(&t.event));
            let moved = met.iter().filter(|(_, state)| heard(*state).next().is_some());
            let made: BTreeSet<u64> = moved.map(|(domain, _)| domain | mask).collect();
            for &(domain, state) in &met {
                let whole = domain | mask;
                // It is made in the state of what it is made from, and then moved.
                more.extend(heard(state).flat_map(|t| [(whole, state), (whole, t.to)]));
                if made.iter().any(|smaller| *smaller != whole && smaller & !whole == 0) {
                    more.insert((whole, state));
                }
            }
        }
        if more == met {
            return Some((number, met));
        }
        met = more;
    }
}

/// Appends whether an instance hears a delivery in its present states.
pub fn append_to_instance(java: &mut JavaText, subject: &Subject<'_>, context: ContextId, deliveries: &Deliveries) {
    java.block("    protected boolean instanceHears(int delivery) {", "    }", |java| {
        java.line("        switch (delivery) {");
        for delivery in deliveries.concerning(subject, context) {
            let tests: Vec<String> = delivery
                .listeners(subject, context)
                .flat_map(|number| {
                    let hearing = hearing(subject, number, delivery).into_iter().map(|state| state.index());
                    hearing.map(move |state| format!("{} == {state}", state_field(number)))
                })
                .collect();
            if !tests.is_empty() {
                java.line(format_args!(
                    "            case {}: return {};",
                    deliveries.number(delivery),
                    tests.join(" || ")
                ));
            }
        }
        java.line("            default: return false;");
        java.line("        }");
    });
}

/// The states of a property with a transition on the letter of a delivery.
fn hearing(subject: &Subject<'_>, property: usize, delivery: &Delivery) -> BTreeSet<StateId> {
    let letter = &subject.letters[delivery.event];
    let transitions = subject.specification.properties[property].date.transitions.iter();
    transitions.filter(|t| letter.contains(&t.event)).map(|t| t.from).collect()
}

/// Each event of the context with the parameters that one of its alternatives binds.
fn masks(subject: &Subject<'_>, context: ContextId) -> Vec<(EventId, u64)> {
    let events = subject.specification.events.iter_enumerated().filter(|(_, event)| event.context == context);
    let alternatives =
        events.flat_map(|(id, event)| event.alternatives.iter().map(move |alternative| (id, alternative)));
    let masks = alternatives.flat_map(|(id, alternative)| {
        let lookups = lookups(subject, id, alternative).into_iter();
        lookups.filter_map(move |(of, lookup)| match lookup {
            Lookup::Slice { bound, .. } if of == context => Some((id, bound)),
            _ => None,
        })
    });
    masks.collect()
}

/// The sets of parameters that instances may have bound, none of them included; `None` if there are too many.
fn unions(masks: impl Iterator<Item = u64>) -> Option<BTreeSet<u64>> {
    let mut unions = BTreeSet::from([0]);
    for mask in masks {
        unions.extend(unions.clone().into_iter().map(|union| union | mask));
        if unions.len() > MOST_DOMAINS {
            return None;
        }
    }
    Some(unions)
}

/// Whether an instance that has seen no events but those that bind parameters of a set may be in a state that hears a
/// delivery.
fn may_hear(
    subject: &Subject<'_>,
    context: ContextId,
    delivery: &Delivery,
    masks: &[(EventId, u64)],
    domain: u64,
) -> bool {
    let letters = letters_within(subject, masks, domain);
    delivery.listeners(subject, context).any(|number| {
        let reached = reached(&subject.specification.properties[number].date, &letters);
        hearing(subject, number, delivery).into_iter().any(|state| reached[state])
    })
}

/// The events that may be heard when one occurs that binds no parameter outside a set.
fn letters_within(subject: &Subject<'_>, masks: &[(EventId, u64)], domain: u64) -> BTreeSet<EventId> {
    let within = masks.iter().filter(|(_, mask)| mask & !domain == 0);
    within.flat_map(|(event, _)| subject.letters[*event].iter().copied()).collect()
}

/// The states that these events lead to.
fn reached(date: &Date, events: &BTreeSet<EventId>) -> IndexVec<StateId, bool> {
    let mut reached: IndexVec<StateId, bool> = date.states.iter().map(|_| false).collect();
    reached[date.initial] = true;
    let moves = || date.transitions.iter().filter(|t| events.contains(&t.event));
    while let Some(next) = moves().find(|t| reached[t.from] && !reached[t.to]) {
        reached[next.to] = true;
    }
    reached
}
