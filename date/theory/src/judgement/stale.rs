//! Event variables that outlive their event.
//!
//! As in LARVA the variables that events bind are shared by all instances, and code of another
//! event reads what was bound last (semantics, hazard 17). Where some code may do so, every event
//! that binds such a variable has an effect beyond its instance.

use std::collections::BTreeSet;

use crate::code::{Assigned, Body, Code, Effects, Expr, NameKind, Stmt, Types};
use crate::ids::EventId;
use crate::model::{Alternative, Property, Specification};

/// Returns the names of event variables that some code may read after another event has bound
/// them. O(size of the code times the number of events).
pub fn read_stale(specification: &Specification) -> BTreeSet<String> {
    let mut stale = BTreeSet::new();
    for property in &specification.properties {
        stale.extend(
            in_property(specification, property)
                .into_iter()
                .map(|(_, name)| name),
        );
    }

    for event in &specification.events {
        let types = Types::of(specification, event.context);
        event
            .alternatives
            .iter()
            .for_each(|alternative| stale.extend(in_alternative(alternative, &types)));
    }

    for context in &specification.contexts {
        let initial = context
            .variables
            .iter()
            .filter_map(|variable| variable.initial.as_ref());
        stale.extend(initial.flat_map(event_variables));
    }

    stale
}

/// Returns the variables that code of a property may read after another event has bound them, each
/// with the event of the code.
pub(super) fn in_property(
    specification: &Specification,
    property: &Property,
) -> Vec<(Option<EventId>, String)> {
    let started = &property.date.states[property.date.initial].entry;
    let mut found: Vec<_> = started
        .iter()
        .flat_map(event_variables)
        .map(|name| (None, name))
        .collect();

    for transition in &property.date.transitions {
        let bound = bound_by(specification, transition.event);
        let entry = &property.date.states[transition.to].entry;
        let codes = transition
            .condition
            .iter()
            .chain(&transition.action)
            .chain(entry);
        let is_foreign = is_raised_elsewhere(specification, transition.event);
        let unbound = codes
            .flat_map(event_variables)
            .filter(|name| is_foreign || !bound.contains(name));
        found.extend(unbound.map(|name| (Some(transition.event), name)));
    }

    found
}

/// Returns the variables that the `filter` and `where`s of an alternative read unbound. Neither its
/// trigger nor a statement before has bound them for certain.
fn in_alternative(alternative: &Alternative, types: &Types) -> BTreeSet<String> {
    let mut bound: BTreeSet<String> = alternative
        .trigger
        .bindings()
        .into_iter()
        .map(|b| b.name.clone())
        .collect();
    let mut stale = BTreeSet::new();

    for code in alternative.filter.iter().chain(&alternative.wheres) {
        let effects = Effects::of(code, types);
        // Statements bind variables one after the other. Code that is not understood reads before
        // it binds.
        let parts = match &code.body {
            Body::Stmts(statements) if !effects.opaque => {
                let each = statements.iter();
                each.map(|statement| {
                    (
                        Effects::of_statement(statement, types).reads,
                        assigned(statement),
                    )
                })
                .collect()
            }
            _ => vec![(effects.reads, None)],
        };
        for (reads, assigned) in parts {
            let read = reads
                .into_iter()
                .filter(|name| name.kind == NameKind::EventVariable)
                .map(|name| name.text);
            stale.extend(read.filter(|name| !bound.contains(name)));
            bound.extend(assigned);
        }
    }

    stale
}

/// The events of which some alternative binds one of these variables, in id order.
pub(super) fn binding<'a>(
    specification: &'a Specification,
    names: &'a BTreeSet<String>,
) -> impl Iterator<Item = EventId> + 'a {
    let events = specification
        .events
        .iter_enumerated()
        .filter(move |(_, event)| {
            let types = Types::of(specification, event.context);
            let written = |code: &Code| {
                Effects::of(code, &types)
                    .writes
                    .iter()
                    .any(|name| names.contains(&name.text))
            };
            event.alternatives.iter().any(|alternative| {
                let in_trigger = alternative
                    .trigger
                    .bindings()
                    .into_iter()
                    .any(|binding| names.contains(&binding.name));
                in_trigger || alternative.wheres.iter().any(written)
            })
        });
    events.map(|(id, _)| id)
}

/// The variables that every alternative of an event binds, parameters among them.
pub fn bound_by(specification: &Specification, event: EventId) -> BTreeSet<String> {
    let raising = raising(specification, event).into_iter();
    let bound = raising
        .flat_map(|event| &specification.events[event].alternatives)
        .map(bound_in);
    bound
        .reduce(|common, bound| &common & &bound)
        .unwrap_or_default()
}

/// Returns whether an event of another context may raise this one. A variable that it binds there
/// is a variable of its own, also under an equal name.
fn is_raised_elsewhere(specification: &Specification, event: EventId) -> bool {
    let own = specification.events[event].context;
    raising(specification, event)
        .into_iter()
        .any(|raising| specification.events[raising].context != own)
}

/// The events whose alternatives raise an event: itself and its members, and so on; in id order.
fn raising(specification: &Specification, event: EventId) -> BTreeSet<EventId> {
    let mut seen = BTreeSet::new();
    let mut pending = vec![event];
    while let Some(event) = pending.pop() {
        if seen.insert(event) {
            pending.extend(&specification.events[event].members);
        }
    }
    seen
}

fn bound_in(alternative: &Alternative) -> BTreeSet<String> {
    let bound = alternative
        .trigger
        .bindings()
        .into_iter()
        .map(|binding| binding.name.clone());
    let statements = alternative.wheres.iter().flat_map(|code| match &code.body {
        Body::Stmts(statements) => &**statements,
        Body::Expr(_) => &[],
    });
    bound.chain(statements.filter_map(assigned)).collect()
}

/// The name that a statement assigns whatever happens. A local variable may have the name of
/// another event's.
fn assigned(statement: &Stmt) -> Option<String> {
    match statement {
        Stmt::Expr(Expr::Assign {
            target: Assigned::Name(name),
            ..
        }) if name.kind != NameKind::Local => Some(name.text.clone()),
        _ => None,
    }
}

fn event_variables(code: &Code) -> impl Iterator<Item = String> {
    let names = code.names.iter().map(|used| &used.name);
    names
        .filter(|name| name.kind == NameKind::EventVariable)
        .map(|name| name.text.clone())
}
