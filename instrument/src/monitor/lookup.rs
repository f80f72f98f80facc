//! The way from a notification to its instances: for each context from the outermost inwards, which
//! parameters are bound and whether a missing instance is made.

use std::collections::BTreeSet;

use date::code::{Code, NameKind};
use date::ids::{ContextId, EventId};
use date::model::{Alternative, Creation, Event, Identity, Parameter};

use super::Subject;
use super::bindings::bindings;
use super::types::is_primitive;

/// A way to find the instances of one context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    /// All parameters are bound: one instance, made if it is missing and `creates`.
    One {
        /// Says whether a missing instance is made.
        creates: bool,
    },
    /// Some parameters are bound, a bit for each: all instances that agree; none is made.
    Agreeing(u64),
    /// Parametric slicing over the parameters that are bound.
    Slice {
        /// A bit for each parameter that is bound.
        bound: u64,
        /// Says whether an instance is made from nothing.
        creates: bool,
    },
}

/// For each context of the event's [chain](Subject::chain), how an occurrence of this alternative
/// finds its instances.
pub fn lookups(
    subject: &Subject<'_>,
    event: EventId,
    alternative: &Alternative,
) -> Vec<(ContextId, Lookup)> {
    let own = subject.specification.events[event].context;
    let chain = subject.chain(own);
    let bound = bound_names(subject, event, alternative);
    let masks: Vec<u64> = chain
        .iter()
        .map(|&context| mask(subject, context, &bound))
        .collect();
    let whole = |i: usize| masks[i] == full(subject, chain[i]);

    let mut open_above = false;
    let mut lookups = Vec::new();
    for (i, &context) in chain.iter().enumerate() {
        let lookup = if context == own && is_sliced(subject, context) {
            Lookup::Slice {
                bound: masks[i],
                creates: !open_above && may_create(subject, context, event),
            }
        } else if whole(i) {
            let below = &chain[i..];
            // An outer instance is made only together with the inner one that the event names.
            let none_open =
                (i..chain.len()).all(|inner| whole(inner) || is_sliced(subject, chain[inner]));
            let allowed = below.iter().all(|&inner| may_create(subject, inner, event));
            Lookup::One {
                creates: !open_above && none_open && allowed,
            }
        } else {
            Lookup::Agreeing(masks[i])
        };
        // An open level finds several instances, and in those none is made.
        open_above |= matches!(lookup, Lookup::Agreeing(_));
        lookups.push((context, lookup));
    }
    lookups
}

/// Says whether instances of the context come about by slicing.
pub fn is_sliced(subject: &Subject<'_>, context: ContextId) -> bool {
    subject.specification.contexts[context].creation == Creation::Slicing
}

/// Says whether instances of the context are found by one key, and bind it always.
pub fn is_keyed(subject: &Subject<'_>, context: ContextId) -> bool {
    subject.specification.contexts[context].parameters.len() == 1 && !is_sliced(subject, context)
}

/// The first parameter of the event's context that an occurrence of this alternative leaves open.
pub fn open_parameter<'s>(
    subject: &Subject<'s>,
    event: EventId,
    alternative: &Alternative,
) -> Option<&'s str> {
    let own = subject.specification.events[event].context;
    let bound = bound_names(subject, event, alternative);
    let mut names = subject.specification.contexts[own]
        .parameters
        .iter()
        .map(|parameter| &parameter.name);
    names
        .find(|name| !bound.contains(&(own, (*name).clone())))
        .map(String::as_str)
}

/// Says whether an occurrence of `event` may make an instance of `context`, as far as that context
/// is concerned.
fn may_create(subject: &Subject<'_>, context: ContextId, event: EventId) -> bool {
    match &subject.specification.contexts[context].creation {
        Creation::AnyEvent | Creation::Slicing => true,
        Creation::Listed(listed) => subject.letters[event].iter().any(|e| listed.contains(e)),
    }
}

/// A bit for each parameter of the context.
pub fn full(subject: &Subject<'_>, context: ContextId) -> u64 {
    (1 << subject.specification.contexts[context].parameters.len()) - 1
}

/// Parameters that an alternative surely binds: those its pattern names, and those its `where`s
/// name.
pub fn bound_names(
    subject: &Subject<'_>,
    event: EventId,
    alternative: &Alternative,
) -> BTreeSet<(ContextId, String)> {
    let chain = subject.chain(subject.specification.events[event].context);
    let pattern = bindings(&alternative.trigger)
        .into_iter()
        .filter_map(|binding| {
            let holder = holder_of(subject, &chain, &binding.name)?;
            Some((holder, binding.name.clone()))
        });
    let wheres = alternative.wheres.iter().flat_map(parameters_named);
    pattern.chain(wheres).collect()
}

/// The innermost context of the chain with a parameter of this name.
pub fn holder_of(subject: &Subject<'_>, chain: &[ContextId], name: &str) -> Option<ContextId> {
    let has = |context: ContextId| {
        subject.specification.contexts[context]
            .parameters
            .iter()
            .any(|p| p.name == name)
    };
    chain.iter().rev().copied().find(|&context| has(context))
}

fn parameters_named(code: &Code) -> impl Iterator<Item = (ContextId, String)> {
    code.names.iter().filter_map(|used| match used.name.kind {
        NameKind::Parameter(context) => Some((context, used.name.text.clone())),
        _ => None,
    })
}

fn mask(subject: &Subject<'_>, context: ContextId, bound: &BTreeSet<(ContextId, String)>) -> u64 {
    let parameters = subject.specification.contexts[context]
        .parameters
        .iter()
        .enumerate();
    parameters
        .filter(|(_, p)| bound.contains(&(context, p.name.clone())))
        .map(|(i, _)| 1 << i)
        .sum()
}

/// Says whether every occurrence that can take a transition on `event` binds this parameter of
/// `context`.
pub fn surely_binds(
    subject: &Subject<'_>,
    event: EventId,
    context: ContextId,
    parameter: &str,
) -> bool {
    let raising = subject
        .specification
        .events
        .iter_enumerated()
        .filter(|(id, _)| subject.letters[*id].contains(&event));
    let binds = |id: EventId, alternative: &Alternative| {
        bound_names(subject, id, alternative).contains(&(context, parameter.to_owned()))
    };
    raising
        .into_iter()
        .all(|(id, raising): (EventId, &Event)| raising.alternatives.iter().all(|a| binds(id, a)))
}

/// A primitive's box has no identity that the program sees: its value is compared, as `equals` of
/// its wrapper does.
pub fn is_compared_by_equals(parameter: &Parameter) -> bool {
    parameter.identity == Identity::Equals || is_primitive(&parameter.ty)
}
