//! The residuals as the paper defines them.

use index_vec::IndexVec;
use rayon::prelude::*;

use super::flow::Effects;
use crate::algebra::{StaticDate, SubDate, TransitionSet, reduce};
use crate::graph::{Abstraction, EventGraph, Letter};
use crate::ids::{EventId, GeneratorId};

/// residual0, absent events: R(D restricted to Sigma(P)). Sigma(P) holds the events with a
/// generator that some graph mentions; those that occur unprompted are in all of them.
pub fn residual0(date: &StaticDate, sub: &SubDate, program: &Abstraction) -> SubDate {
    restrict(
        date,
        sub,
        program
            .graphs
            .iter()
            .flat_map(|graph| alphabet(program, graph))
            .collect(),
    )
}

/// residual1, absent events of one object: R(D restricted to the events of the object's graph).
pub fn residual1(
    date: &StaticDate,
    sub: &SubDate,
    program: &Abstraction,
    graph: &EventGraph,
) -> SubDate {
    restrict(date, sub, alphabet(program, graph))
}

/// residual2, unusable transitions: R(D restricted to the transitions that some projected trace
/// uses), over all of these graphs together; `letters` says what their generators raise.
pub fn residual2<'a>(
    date: &StaticDate,
    sub: &SubDate,
    letters: &IndexVec<GeneratorId, Letter>,
    graphs: impl IntoIterator<Item = &'a EventGraph>,
) -> SubDate {
    let used = used(date, sub, letters, graphs);
    reduce(date, &sub.clone().restrict_transitions(&used))
}

/// The transitions that some word of these graphs uses (paper, definition 3.7).
pub(super) fn used<'a>(
    date: &StaticDate,
    sub: &SubDate,
    letters: &IndexVec<GeneratorId, Letter>,
    graphs: impl IntoIterator<Item = &'a EventGraph>,
) -> TransitionSet {
    let effects = Effects::new(date, sub, letters);
    let graphs: Vec<&EventGraph> = graphs.into_iter().collect();
    let none = TransitionSet::empty(date.transitions.len());
    graphs
        .par_iter()
        .map(|graph| effects.flow(graph).used)
        .reduce(|| none.clone(), |all, used| all | &used)
}

fn restrict(date: &StaticDate, sub: &SubDate, mut present: Vec<EventId>) -> SubDate {
    present.sort();
    reduce(
        date,
        &sub.clone()
            .restrict_alphabet(date, |event| present.binary_search(&event).is_ok()),
    )
}

fn alphabet(program: &Abstraction, graph: &EventGraph) -> Vec<EventId> {
    graph
        .generators()
        .into_iter()
        .flat_map(|g| program.generators[g].events().to_vec())
        .collect()
}
