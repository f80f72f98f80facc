//! The part of a specification that a script can express, in the order in which it is read from
//! one.

use std::collections::BTreeSet;

use date::ids::StateId;
use date::model::{Property, Specification, StateKind};

/// The specification with the states of each property in the order of LARVA's groups. What means
/// nothing is as it is read: events that no transition names are not in the alphabet, and only
/// accepting states release. Whether method references are heard, and the package, is nothing that
/// a script says.
pub fn canonical(specification: &Specification) -> Specification {
    let mut canonical = specification.clone();
    canonical.hears_references = true;
    canonical.package = None;
    canonical.properties.iter_mut().for_each(order);
    canonical
}

fn order(property: &mut Property) {
    let date = &property.date;
    let rank = |id: StateId| match date.states[id].kind {
        _ if id == date.initial => 3,
        StateKind::Accepting => 0,
        StateKind::Bad => 1,
        StateKind::Normal => 2,
    };
    let mut order: Vec<StateId> = date.states.indices().collect();
    order.sort_by_key(|&id| rank(id));
    let mut renamed = vec![date.initial; order.len()];

    for (new, old) in order.iter().enumerate() {
        renamed[old.index()] = StateId::from(new);
    }

    let states = order.iter().map(|&id| date.states[id].clone()).collect();
    property.date.states = states;
    property.date.initial = renamed[property.date.initial.index()];

    for transition in &mut property.date.transitions {
        transition.from = renamed[transition.from.index()];
        transition.to = renamed[transition.to.index()];
    }

    let named: BTreeSet<_> = property
        .date
        .transitions
        .iter()
        .map(|transition| transition.event)
        .collect();
    property.alphabet = named.into_iter().collect();

    property.releases &= property
        .date
        .states
        .iter()
        .any(|state| state.kind == StateKind::Accepting);
}
