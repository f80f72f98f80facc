//! No-op generators: whatever states the monitors of the objects that they concern may be in, hearing them moves no
//! monitor but between states that the rest of the program cannot tell apart (Clara's third analysis, lifted to DATEs;
//! semantics, section 4).
//!
//! Why all of one round may be silenced together, or any part of them: let a monitor that does not hear them be in state a
//! where the original is in state o, with a equivalent to o. Equivalence is found as if each of them were heard in some
//! runs and not in others. So a stays equivalent to o where neither moves; where the original alone moves from o to o', o
//! is equivalent to o' by what was asked of the generator, and a to o'.
//!
//! The next round takes what is silenced for silent: one that closes what another has opened may follow it. Its answers
//! hold only if the earlier ones are not heard.

use index_vec::IndexVec;

use super::continuations::{Comparison, Equivalent, is_plain};
use super::flow::{Flow, flow};
use crate::algebra::{StaticDate, SubDate};
use crate::graph::{Abstraction, Certainty, EventGraph, Occurrence, Step};
use crate::ids::{GeneratorId, StateId};

/// How a generator is heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hearing {
    /// Whenever it occurs.
    Always,
    /// By some monitors.
    Perhaps,
    /// Not at all.
    Never,
}

/// One round: the generators that are no-ops and heard always, in id order, if the others are heard as they are.
/// `is_fixed` tells those that are kept whatever is found.
pub(super) fn no_ops(
    date: &StaticDate,
    sub: &SubDate,
    program: &Abstraction,
    hearing: &IndexVec<GeneratorId, Hearing>,
    is_fixed: impl Fn(GeneratorId) -> bool,
) -> Vec<GeneratorId> {
    if date.releasing.any() {
        return Vec::new();
    }
    let heard = |graph: &EventGraph| revised(graph, |generator| hearing[generator]);
    let graphs: Vec<EventGraph> = program.graphs.iter().map(heard).collect();
    let flows: Vec<Flow> = graphs.iter().map(|graph| flow(date, sub, program, graph)).collect();
    let round = Round { date, sub, program, comparison: Comparison::new(date, sub, program), graphs, flows };
    let is_candidate = |&generator: &GeneratorId| hearing[generator] == Hearing::Always && !is_fixed(generator);
    let mut candidates: Vec<GeneratorId> = program.generators.indices().filter(is_candidate).collect();
    candidates = round.without_effect(&candidates, &[]);
    loop {
        let left = round.without_effect(&candidates, &candidates);
        if left.len() == candidates.len() {
            return left;
        }
        candidates = left;
    }
}

/// The graph as it is if generators are heard so.
fn revised(graph: &EventGraph, hearing: impl Fn(GeneratorId) -> Hearing) -> EventGraph {
    let mut revised = graph.clone();
    for edge in revised.procedures.iter_mut().flat_map(|procedure| &mut procedure.edges) {
        let Step::Event(occurrence, target) = &mut edge.step else { continue };
        match hearing(occurrence.generator) {
            Hearing::Always => {}
            Hearing::Perhaps => occurrence.certainty = Certainty::Maybe,
            Hearing::Never => edge.step = Step::Silent(*target),
        }
    }
    revised.background.retain(|occurrence| hearing(occurrence.generator) != Hearing::Never);
    revised
}

struct Round<'a> {
    date: &'a StaticDate,
    sub: &'a SubDate,
    program: &'a Abstraction,
    comparison: Comparison,
    graphs: Vec<EventGraph>,
    flows: Vec<Flow>,
}

impl Round<'_> {
    /// Those of `candidates` that are no-ops for every object, if the `unheard` are heard by some monitors only.
    fn without_effect(&self, candidates: &[GeneratorId], unheard: &[GeneratorId]) -> Vec<GeneratorId> {
        let mut is_left: IndexVec<GeneratorId, bool> = self.program.generators.iter().map(|_| false).collect();
        candidates.iter().for_each(|&candidate| is_left[candidate] = true);
        for (graph, flow) in self.graphs.iter().zip(&self.flows) {
            let heard = revised(graph, |generator| match unheard.binary_search(&generator) {
                Ok(_) => Hearing::Perhaps,
                Err(_) => Hearing::Always,
            });
            let equivalent = self.comparison.equivalent(&heard);
            self.strike_out(graph, flow, &equivalent, &mut is_left);
        }
        candidates.iter().copied().filter(|&candidate| is_left[candidate]).collect()
    }

    /// Strikes out what has an effect on the object of a graph.
    fn strike_out(
        &self,
        graph: &EventGraph,
        flow: &Flow,
        equivalent: &Equivalent,
        is_left: &mut IndexVec<GeneratorId, bool>,
    ) {
        for (procedure, body) in graph.procedures.iter_enumerated() {
            for edge in &body.edges {
                let Step::Event(Occurrence { generator, .. }, target) = edge.step else { continue };
                let states = &flow.at[procedure][edge.from];
                let stays = |from, to| equivalent[procedure][target].holds(from, to);
                is_left[generator] = is_left[generator] && self.has_no_effect(generator, states, stays);
            }
            for occurrence in &graph.background {
                let has_no_effect = flow.at[procedure].iter_enumerated().all(|(node, states)| {
                    let stays = |from, to| equivalent[procedure][node].holds(from, to);
                    self.has_no_effect(occurrence.generator, states, stays)
                });
                is_left[occurrence.generator] &= has_no_effect;
            }
        }
    }

    /// Whether a generator does nothing in these states but move between equivalent ones.
    fn has_no_effect(
        &self,
        generator: GeneratorId,
        states: &crate::algebra::StateSet,
        stays: impl Fn(usize, usize) -> bool,
    ) -> bool {
        let letter = &self.program.generators[generator];
        states.iter_ones().all(|state| {
            let mut taken = self.date.may_take(self.sub, StateId::from(state), letter);
            taken.all(|id| {
                let transition = &self.date.transitions[id];
                is_plain(transition) && stays(state, transition.to.index())
            })
        })
    }
}
