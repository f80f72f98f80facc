//! Properties that cannot be judged one by one: they share instances, variables, clocks or
//! channels.

use std::collections::BTreeSet;

use date::code::{Code, NameKind};
use date::judgement::read_stale;
use date::model::{Property, Specification, Trigger};

/// Something that several properties may use.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Shared {
    /// The instances of a context, by its number.
    Instances(usize),
    /// A variable, clock or channel.
    Name(String),
}

/// These properties of a specification, given by their numbers, and all that share something with
/// one of them, directly or through others. O(properties squared * names).
pub fn with_sharers(specification: &Specification, chosen: &BTreeSet<usize>) -> BTreeSet<usize> {
    let all = 0..specification.properties.len();
    let is_opaque = specification.methods.is_some() || !read_stale(specification).is_empty();
    // Helper methods, and variables that outlive their event, may link any two properties.
    if is_opaque && !chosen.is_empty() {
        return all.collect();
    }

    let used: Vec<BTreeSet<Shared>> = specification
        .properties
        .iter()
        .map(|p| uses(specification, p))
        .collect();
    let mut found = chosen.clone();

    loop {
        let shared: BTreeSet<&Shared> =
            found.iter().flat_map(|&property| &used[property]).collect();
        let more: BTreeSet<usize> = all
            .clone()
            .filter(|property| used[*property].iter().any(|thing| shared.contains(thing)))
            .collect();
        let before = found.len();
        found.extend(more);
        if found.len() == before {
            return found;
        }
    }
}

fn uses(specification: &Specification, property: &Property) -> BTreeSet<Shared> {
    // There is one instance of the global context, which every property has.
    let contexts = specification
        .chain(property.context)
        .filter(|context| context.index() > 0);
    let instances = contexts.map(|context| Shared::Instances(context.index()));
    let alternatives = || {
        property
            .alphabet
            .iter()
            .flat_map(|&event| &specification.events[event].alternatives)
    };
    let of_events =
        alternatives().flat_map(|alternative| alternative.filter.iter().chain(&alternative.wheres));
    let names = property.date.codes().chain(of_events).flat_map(names);

    let triggers = alternatives().filter_map(|alternative| match &alternative.trigger {
        Trigger::Receive { channel, .. } => Some(channel.clone()),
        Trigger::Timeout { clock, .. } => Some(clock.clone()),
        Trigger::Point(_) | Trigger::EndOfProgram => None,
    });
    instances
        .chain(names.chain(triggers).map(Shared::Name))
        .collect()
}

fn names(code: &Code) -> impl Iterator<Item = String> {
    let is_kept = |kind: NameKind| {
        matches!(
            kind,
            NameKind::Variable(_) | NameKind::Clock(_) | NameKind::Channel(_)
        )
    };
    code.names
        .iter()
        .filter(move |used| is_kept(used.name.kind))
        .map(|used| used.name.text.clone())
}
