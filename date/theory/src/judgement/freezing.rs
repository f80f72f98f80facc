//! The constructs that the reductions do not follow.

use std::collections::BTreeSet;

use super::observing::Judge;
use super::stale::{self, bound_by};
use super::unprompted::{is_unprompted, raised};
use super::{helpers, initial};
use crate::code::lexical::{Lexeme, lexemes};
use crate::code::{Code, NameKind};
use crate::ids::{ContextId, EventId, StateId};
use crate::model::{Alternative, Creation, JoinPoint, Property, Specification, StateKind, Trigger};

/// Why nothing may be removed from a property, if so: one sentence for people.
pub(super) fn reason(
    specification: &Specification,
    property: &Property,
    judge: &Judge<'_>,
) -> Option<String> {
    let chain: Vec<ContextId> = specification.chain(property.context).collect();
    own_object(specification)
        .or_else(|| messages_among_actions(specification, property))
        .or_else(|| release(specification, property, &chain))
        .or_else(|| handlers(specification, property))
        .or_else(|| seen_creation(specification, property, &chain))
        .or_else(|| stale_variables(specification, property))
        .or_else(|| helper_calls(specification))
        .or_else(|| shared_slices(specification, property))
        .or_else(|| partial_bindings(specification, property))
        .or_else(|| acts_on_several(specification, property, judge))
        .or_else(|| joined_at_any_time(specification, property))
        .or_else(|| born_later(specification, &chain))
        .or_else(|| needed_instances(specification, property, &chain))
}

/// The words by which code of a monitor has its object, and the members that the object inherits.
const OF_MONITORS: [&str; 14] = [
    "this",
    "super",
    "beginInstance",
    "copyInstance",
    "enclosingInstance",
    "forgetInstance",
    "instanceHears",
    "isInstanceFinished",
    "isInstanceForgotten",
    "onTimeout",
    "retireClock",
    "retireInner",
    "retireParts",
    "tableOfInstance",
];

/// Code that names the object of the monitor may write each of its variables, and end or begin
/// instances.
fn own_object(specification: &Specification) -> Option<String> {
    let name = |code: &Code| {
        let words = lexemes(&code.text).filter(|(kind, _)| *kind == Lexeme::Word);
        words
            .map(|(_, range)| &code.text[range])
            .find_map(|word| OF_MONITORS.iter().find(|own| **own == word))
    };
    let mut all = codes(specification).chain(&specification.methods);
    let name = all.find_map(name)?;
    Some(format!(
        "`{name}` names the object of the monitor, and what its code does with that is not followed"
    ))
}

/// Every condition, action, filter, `where`, initial value and entry code.
fn codes(specification: &Specification) -> impl Iterator<Item = &Code> {
    let alternatives = specification
        .events
        .iter()
        .flat_map(|event| &event.alternatives);
    let in_events = alternatives.flat_map(|of| of.filter.iter().chain(&of.wheres));
    let in_contexts = specification
        .contexts
        .iter()
        .flat_map(|context| &context.variables)
        .flat_map(|variable| &variable.initial);
    let in_dates = specification
        .properties
        .iter()
        .flat_map(|of| of.date.codes());
    in_events.chain(in_contexts).chain(in_dates)
}

/// The properties of a context share its instances, and an event makes those of the contexts
/// around, too. Where it matters to another property which instances there are and since when, all
/// events that make them must be heard.
fn needed_instances(
    specification: &Specification,
    property: &Property,
    chain: &[ContextId],
) -> Option<String> {
    let others = specification
        .properties
        .iter()
        .filter(|other| other.name != property.name);
    let mut others =
        others.filter(|other| other.context.index() > 0 && chain.contains(&other.context));
    let needs = |other: &Property| {
        reaches_existing(specification, other) || partial_bindings(specification, other).is_some()
    };
    let other = others.find(|other| needs(other))?;
    Some(format!("it makes instances that `{}` needs", other.name))
}

/// Inside an instance that listed events make there is nothing before: until then the events of
/// inner instances are lost, and which events make the outer one matters to all that lies in it.
fn born_later(specification: &Specification, chain: &[ContextId]) -> Option<String> {
    let is_listed = |&&context: &&ContextId| {
        matches!(
            specification.contexts[context].creation,
            Creation::Listed(_)
        )
    };
    let outer = chain[1..].iter().find(is_listed)?;
    let parameters = specification.contexts[*outer]
        .parameters
        .iter()
        .map(|parameter| parameter.name.as_str());

    let parameters: Vec<&str> = parameters.collect();
    Some(format!(
        "its instances lie in those of `{}`, which listed events make",
        parameters.join(", ")
    ))
}

/// Returns whether some event reaches the instances of a property that are there and makes none.
fn reaches_existing(specification: &Specification, property: &Property) -> bool {
    raised(specification, property).any(|event| {
        is_unprompted(specification, event)
            || specification.events[event].context != property.context
    })
}

/// Returns a reason if the property receives messages while its own code may send. A sent message
/// is received before the action that sends it ends, in the middle of a move.
fn messages_among_actions(specification: &Specification, property: &Property) -> Option<String> {
    let receives = |alternative: &Alternative| match &alternative.trigger {
        Trigger::Receive { channel, .. } => Some(channel.clone()),
        Trigger::Point(_) | Trigger::Timeout { .. } | Trigger::EndOfProgram => None,
    };
    let heard =
        raised(specification, property).flat_map(|event| &specification.events[event].alternatives);
    let channel = heard.filter_map(receives).next()?;
    let actions = property.date.transitions.iter().flat_map(|t| &t.action);
    let entered = property.date.states.iter().flat_map(|state| &state.entry);
    let asked = property.date.transitions.iter().flat_map(|t| &t.condition);
    let codes = actions.chain(entered).chain(asked);
    // A method of the specification may send as well.
    let sends = |code: &Code| {
        code.names
            .iter()
            .any(|used| matches!(used.name.kind, NameKind::Channel(_)))
    };

    let mut codes = codes.filter(|code| {
        sends(code) || helpers::unknown(specification).is_some() && helpers::may_call(code)
    });
    codes.next().map(|code| {
        format!(
            "it receives from the channel `{channel}` while `{}` may send",
            code.text
        )
    })
}

/// Returns a reason if releases cross properties. The release of an instance must follow from one
/// property, and must not matter to another one.
fn release(
    specification: &Specification,
    property: &Property,
    chain: &[ContextId],
) -> Option<String> {
    let released = |other: &&Property| {
        other.releases
            && other
                .date
                .states
                .iter()
                .any(|state| state.kind == StateKind::Accepting)
    };
    let around = specification.properties.iter().filter(released);
    // With an outer instance go those inside it.
    let mut around = around.filter(|other| chain[1..].contains(&other.context));

    if let Some(other) = around.next() {
        return Some(format!(
            "`{}` may release the instances that it lies in",
            other.name
        ));
    }
    if !released(&property) {
        return None;
    }

    let mut inner = specification
        .contexts
        .iter()
        .filter(|inner| inner.parent == Some(property.context));
    let is_other =
        |other: &&Property| other.context == property.context && other.name != property.name;
    let context = &specification.contexts[property.context];

    match specification.properties.iter().find(is_other) {
        Some(other) => Some(format!(
            "it releases its instances together with `{}`",
            other.name
        )),
        None if inner.next().is_some() => {
            Some("it releases its instances with those inside them".to_owned())
        }
        None if context.parameters.is_empty() => {
            Some("it releases the only instance that there is".to_owned())
        }
        None if context.creation == Creation::Slicing => {
            Some("it releases instances that slicing joins".to_owned())
        }
        None => None,
    }
}

/// Returns a reason if an event without a parameter reaches instances that slicing joins. Such an
/// event also reaches instances that have not bound all parameters.
fn joined_at_any_time(specification: &Specification, property: &Property) -> Option<String> {
    let slices = specification.contexts[property.context].creation == Creation::Slicing;
    (slices && reaches_existing(specification, property))
        .then(|| "an event without a parameter reaches instances that slicing joins".to_owned())
}

fn handlers(specification: &Specification, property: &Property) -> Option<String> {
    let handles = |alternative: &Alternative| matches!(&alternative.trigger, Trigger::Point(pattern) if pattern.join == JoinPoint::Handling);
    let event = raised(specification, property)
        .find(|&e| specification.events[e].alternatives.iter().any(handles))?;
    let name = &specification.events[event].name;
    Some(format!(
        "the event `{name}` is raised where exceptions are handled, which is not followed"
    ))
}

/// Creating an instance must have no effect of its own: it may come later or not at all.
fn seen_creation(
    specification: &Specification,
    property: &Property,
    chain: &[ContextId],
) -> Option<String> {
    let variables = chain
        .iter()
        .flat_map(|&c| &specification.contexts[c].variables);

    if let Some(code) = helpers::initializer(specification) {
        return Some(format!("creating an instance runs `{code}`"));
    }
    for variable in variables {
        if variable
            .initial
            .as_ref()
            .is_some_and(|code| !initial::is_of_any_time(code, &specification.imports))
        {
            return Some(format!(
                "creating an instance computes the variable `{}`",
                variable.name
            ));
        }
    }

    let started = specification
        .properties
        .iter()
        .filter(|p| chain.contains(&p.context));
    let entry = started
        .into_iter()
        .find(|p| p.date.states[p.date.initial].entry.is_some())?;
    let initial = &property.date.states[property.date.initial].name;

    Some(format!(
        "creating an instance runs the entry code of `{}` ({})",
        initial, entry.name
    ))
}

/// A condition, action or entry code that reads an event variable which its own event does not bind
/// sees what some other occurrence has left there.
fn stale_variables(specification: &Specification, property: &Property) -> Option<String> {
    let (event, variable) = stale::in_property(specification, property)
        .into_iter()
        .next()?;
    Some(match event {
        Some(event) => {
            let event = &specification.events[event].name;
            format!("code on the event `{event}` reads `{variable}`, which another event has bound")
        }
        None => format!(
            "the entry code of its initial state reads `{variable}`, which some event has bound"
        ),
    })
}

/// A `filter` or `where` that calls a helper method of the specification may do anything that the
/// method does, at each event. A condition that does so is impure.
fn helper_calls(specification: &Specification) -> Option<String> {
    helpers::unknown(specification)?;
    let alternatives = specification
        .events
        .iter()
        .flat_map(|event| &event.alternatives);
    let mut in_events = alternatives.flat_map(|a| a.filter.iter().chain(&a.wheres));

    let calling = in_events.find(|code| helpers::may_call(code))?;
    Some(format!(
        "`{}` may call a helper method of the specification",
        calling.text
    ))
}

/// Properties of one context share the instances that slicing makes, and each is judged as if it
/// had its own: an event that is nothing to one of them may bring an instance into being that
/// another one reports.
fn shared_slices(specification: &Specification, property: &Property) -> Option<String> {
    let context = &specification.contexts[property.context];
    let is_other =
        |other: &&Property| other.context == property.context && other.name != property.name;
    let other = specification.properties.iter().find(is_other)?;
    (context.creation == Creation::Slicing && context.parameters.len() > 1).then(|| {
        format!(
            "it shares the instances that slicing makes with the property `{}`",
            other.name
        )
    })
}

/// With slicing over several parameters, an instance that is never reported must not bring others
/// into being that are: the events on every way to something observable have to bind all parameters
/// together, so that whatever is reported has heard what brings it into being. Until then events
/// may move instances: where two are joined, the new one starts from the state that the older one
/// has come to.
fn partial_bindings(specification: &Specification, property: &Property) -> Option<String> {
    let context = &specification.contexts[property.context];
    if context.creation != Creation::Slicing || context.parameters.len() < 2 {
        return None;
    }

    let parameters: BTreeSet<&String> = context
        .parameters
        .iter()
        .map(|parameter| &parameter.name)
        .collect();
    let binds = |event: EventId| -> BTreeSet<&String> {
        let bound = bound_by(specification, event);
        parameters
            .iter()
            .copied()
            .filter(|&name| bound.contains(name))
            .collect()
    };

    // All ways from the initial state, each with the parameters bound on it, up to where all are
    // bound.
    let mut pending = vec![(property.date.initial, BTreeSet::new())];
    let mut reached: BTreeSet<(StateId, BTreeSet<&String>)> = pending.iter().cloned().collect();
    while let Some((state, bound)) = pending.pop() {
        for transition in property.date.transitions.iter().filter(|t| t.from == state) {
            let target = &property.date.states[transition.to];
            let bound = &bound | &binds(transition.event);
            if bound.len() == parameters.len() {
                continue;
            }
            if target.kind == StateKind::Bad
                || transition.action.is_some()
                || target.entry.is_some()
            {
                let event = &specification.events[transition.event].name;
                return Some(format!(
                    "`{event}` does more than move instances that have not bound all parameters"
                ));
            }
            if reached.insert((transition.to, bound.clone())) {
                pending.push((transition.to, bound));
            }
        }
    }

    None
}

/// An event that leaves a parameter open reaches several instances one after the other, in the
/// order in which slicing has made them; that order follows from all events, also from those that
/// are of no other use. What they report is the same in any order, but an action may change what
/// the next one does.
fn acts_on_several(
    specification: &Specification,
    property: &Property,
    judge: &Judge<'_>,
) -> Option<String> {
    let context = &specification.contexts[property.context];
    if context.creation != Creation::Slicing || context.parameters.len() < 2 {
        return None;
    }

    let mut acting = property
        .date
        .transitions
        .iter()
        .filter(|transition| judge.is_seen_by_others(transition));
    acting.find_map(|transition| {
        let bound = bound_by(specification, transition.event);
        let open = context.parameters.iter().find(|parameter| !bound.contains(&parameter.name))?;
        let event = &specification.events[transition.event].name;
        Some(format!(
            "`{event}`, which does not bind `{}`, may act on several instances, one after the other",
            open.name
        ))
    })
}
