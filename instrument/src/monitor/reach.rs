//! Which states of a property can still make a report or run an action: what decides when an
//! instance may be forgotten.
//!
//! Conditions are not decided here, and whatever may have an effect counts as one: an instance is
//! forgotten only where nothing it could do would be seen.

use std::collections::BTreeSet;

use date::code::{Body, Code, Expr};
use date::ids::{ContextId, EventId, StateId};
use date::model::{Date, Identity, StateKind, Transition};
use index_vec::IndexVec;

use super::Subject;
use super::lookup::surely_binds;
use super::types::is_primitive;

/// For each state, whether something observable can happen by events for which `occurs` holds, from
/// there on.
pub fn may_act(date: &Date, occurs: impl Fn(EventId) -> bool) -> IndexVec<StateId, bool> {
    let transitions: Vec<&Transition> = date
        .transitions
        .iter()
        .filter(|t| occurs(t.event))
        .collect();
    let mut acts: IndexVec<StateId, bool> = date.states.iter().map(|_| false).collect();
    transitions
        .iter()
        .filter(|t| is_observable(date, t))
        .for_each(|t| acts[t.from] = true);
    // Against the direction of transitions, until no state is added.
    while let Some(t) = transitions.iter().find(|t| acts[t.to] && !acts[t.from]) {
        acts[t.from] = true;
    }
    acts
}

fn is_observable(date: &Date, transition: &Transition) -> bool {
    let target = &date.states[transition.to];
    target.kind == StateKind::Bad
        || target.entry.is_some()
        || transition.action.is_some()
        || transition.condition.as_ref().is_some_and(may_have_effect)
}

fn may_have_effect(condition: &Code) -> bool {
    match &condition.body {
        Body::Expr(expr) => has_effect(expr),
        Body::Stmts(_) => true,
    }
}

fn has_effect(expr: &Expr) -> bool {
    match expr {
        Expr::Literal(_) | Expr::Name(_) => false,
        Expr::Call { .. }
        | Expr::New { .. }
        | Expr::Assign { .. }
        | Expr::Increment { .. }
        | Expr::Opaque(_) => true,
        Expr::Field {
            object: operand, ..
        }
        | Expr::Unary { operand, .. }
        | Expr::InstanceOf { operand, .. }
        | Expr::Cast { operand, .. } => has_effect(operand),
        Expr::Index {
            array: left,
            index: right,
        }
        | Expr::Binary { left, right, .. } => has_effect(left) || has_effect(right),
        Expr::Conditional {
            test,
            then,
            otherwise,
        } => [test, then, otherwise].into_iter().any(|e| has_effect(e)),
    }
}

/// Says whether the properties of an outer or inner context could act by events that do not bind a
/// parameter of `context`, whatever their state. Inner instances go when the instance that holds
/// them goes.
pub fn inner_may_act_without(subject: &Subject<'_>, context: ContextId, parameter: &str) -> bool {
    let inner = subject.contexts_within(context).into_iter().skip(1);
    let dates = inner
        .flat_map(|id| subject.properties_of(id))
        .map(|(_, property)| &property.date);
    dates.into_iter().any(|date| {
        let unbound = |event| !surely_binds(subject, event, context, parameter);
        may_act(date, unbound).into_iter().any(|acts| acts)
    })
}

/// Says whether the key in the place of a parameter may be held weakly: it is compared by identity,
/// and no code reads it at an event that does not bring the object along.
pub fn may_be_weak(subject: &Subject<'_>, context: ContextId, parameter: usize) -> bool {
    let declared = &subject.specification.contexts[context].parameters[parameter];
    let is_read = || {
        codes_away_from_key(subject, context, &declared.name)
            .iter()
            .any(|c| mentions(c, &declared.name))
    };
    declared.identity == Identity::Identity && !is_primitive(&declared.ty) && !is_read()
}

/// Code of the context and inner ones that may run at events which do not bind the key.
fn codes_away_from_key<'a>(
    subject: &Subject<'a>,
    context: ContextId,
    parameter: &str,
) -> Vec<&'a Code> {
    let within: BTreeSet<ContextId> = subject.contexts_within(context).into_iter().collect();
    let properties = subject
        .specification
        .properties
        .iter()
        .filter(|p| within.contains(&p.context));
    let mut codes: Vec<&Code> = subject.specification.methods.iter().collect();

    for property in properties {
        codes.extend(
            property
                .date
                .states
                .iter()
                .filter_map(|state| state.entry.as_ref()),
        );
        let away = property
            .date
            .transitions
            .iter()
            .filter(|t| !surely_binds(subject, t.event, context, parameter));
        codes.extend(away.flat_map(|t| t.condition.iter().chain(&t.action)));
    }
    codes
}

/// Says whether the text of a piece of code has the name among its words: more than enough, also
/// for code that is not understood.
fn mentions(code: &Code, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    code.text.split(|c| !is_part(c)).any(|word| word == name)
}
