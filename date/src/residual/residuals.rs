//! The residuals as the paper defines them.

use bitvec::vec::BitVec;
use rayon::prelude::*;

use super::flow::Effects;
use crate::algebra::{StaticDate, SubDate, TransitionSet, reduce};
use crate::graph::{Abstraction, EventGraph};
use crate::ids::EventId;

/// residual0, absent events: R(D restricted to Sigma(P)). Sigma(P) holds the events with a generator that some graph
/// mentions, and those that occur unprompted.
pub fn residual0(date: &StaticDate, sub: &SubDate, program: &Abstraction) -> SubDate {
    let mut present: Vec<EventId> = program.graphs.iter().flat_map(|graph| alphabet(program, graph)).collect();
    present.extend(&program.unprompted);
    restrict(date, sub, present)
}

/// residual1, absent events of one object: R(D restricted to the events of the object's graph).
pub fn residual1(date: &StaticDate, sub: &SubDate, program: &Abstraction, graph: &EventGraph) -> SubDate {
    let mut present = alphabet(program, graph);
    present.extend(&program.unprompted);
    restrict(date, sub, present)
}

/// residual2, unusable transitions: R(D restricted to the transitions that some projected trace uses), over all of these
/// graphs together.
pub fn residual2<'a>(
    date: &StaticDate,
    sub: &SubDate,
    program: &Abstraction,
    graphs: impl IntoIterator<Item = &'a EventGraph>,
) -> SubDate {
    let effects = Effects::new(date, sub, program);
    let graphs: Vec<&EventGraph> = graphs.into_iter().collect();
    let none: TransitionSet = BitVec::repeat(false, date.transitions.len());
    let used = graphs.par_iter().map(|graph| effects.flow(graph).used).reduce(|| none.clone(), |all, used| all | used);
    reduce(date, &sub.clone().restrict_transitions(&used))
}

fn restrict(date: &StaticDate, sub: &SubDate, mut present: Vec<EventId>) -> SubDate {
    present.sort();
    reduce(date, &sub.clone().restrict_alphabet(date, |event| present.binary_search(&event).is_ok()))
}

fn alphabet(program: &Abstraction, graph: &EventGraph) -> Vec<EventId> {
    graph.generators().into_iter().flat_map(|g| program.generators[g].events().to_vec()).collect()
}
