//! No-op generators: whatever states the monitors of the objects that they concern may be in,
//! hearing them moves no monitor but between states that the rest of the program cannot tell apart
//! (Clara's third analysis, lifted to DATEs; semantics, section 4).
//!
//! Why all of one round may be silenced together, or any part of them: let a monitor that does not
//! hear them be in state a where the original is in state o, with a equivalent to o. Equivalence is
//! found as if each of them were heard in some runs and not in others. So a stays equivalent to o
//! where neither moves; where the original alone moves from o to o', o is equivalent to o' by what
//! was asked of the generator, and a to o'.
//!
//! The next round takes what is silenced for silent: one that closes what another has opened may
//! follow it. Its answers hold only if the earlier ones are not heard.

use index_vec::IndexVec;
use rayon::prelude::*;

use super::continuations::{Comparison, Equivalent, is_plain};
use super::flow::{Effects, Flow};
use super::hearing::{Hearing, heard};
use crate::algebra::{StateSet, StaticDate, SubDate};
use crate::graph::{Abstraction, Edge, EventGraph, Occurrence, Step};
use crate::ids::{GeneratorId, StateId};

/// Finds no-ops, round after round.
pub(super) struct NoOps<'a> {
    date: &'a StaticDate,
    sub: &'a SubDate,
    program: &'a Abstraction,
    effects: Effects<'a>,
    comparison: Comparison,
}

impl<'a> NoOps<'a> {
    /// For the part `sub` of a DATE; `None` where states do not say all: an instance may be
    /// released. O(letters * states^2 * transitions).
    pub(super) fn new(
        date: &'a StaticDate,
        sub: &'a SubDate,
        program: &'a Abstraction,
    ) -> Option<Self> {
        // A released instance begins anew, with the initial values of its variables. Its state does
        // not say when.
        let tells_all = date.releasing.is_empty();
        let comparison = || Comparison::new(date, sub, program);
        tells_all.then(|| NoOps {
            date,
            sub,
            program,
            effects: Effects::new(date, sub, &program.generators),
            comparison: comparison(),
        })
    }

    /// One round: the generators that are no-ops and heard always, in id order, if the others are
    /// heard as they are. `is_fixed` tells those that are kept whatever is found.
    pub(super) fn round(
        &self,
        hearing: &IndexVec<GeneratorId, Hearing>,
        is_fixed: impl Fn(GeneratorId) -> bool,
    ) -> Vec<GeneratorId> {
        let is_candidate = |&generator: &GeneratorId| {
            hearing[generator] == Hearing::Always && !is_fixed(generator)
        };
        let candidates: Vec<GeneratorId> = self
            .program
            .generators
            .indices()
            .filter(is_candidate)
            .collect();
        let mut candidates = Candidates::new(self.program, &candidates);

        // Only a graph with a candidate can strike one out.
        let concerned = self
            .program
            .graphs
            .par_iter()
            .filter(|graph| candidates.occur_in(graph));
        let heard: Vec<(EventGraph, Flow)> = concerned
            .map(|graph| {
                let heard = heard(graph, |generator| hearing[generator]);
                let flow = self.effects.flow(&heard);
                (heard, flow)
            })
            .collect();
        // Cheap tests first. A candidate that has an effect although all others are heard has one
        // in any case.
        candidates = self.plain(&heard, candidates);
        candidates = self.without_effect(&heard, &candidates, &Candidates::new(self.program, &[]));

        // The rest is judged as if each candidate were heard in some runs only. One that is struck
        // out is heard again, so the others are judged anew until the set supports itself.
        loop {
            let left = self.without_effect(&heard, &candidates, &candidates);
            if left == candidates {
                return left.list();
            }
            candidates = left;
        }
    }

    /// Returns the `candidates` that do nothing but move, as far as the states say which
    /// transitions they take.
    fn plain(&self, heard: &[(EventGraph, Flow)], mut candidates: Candidates) -> Candidates {
        for (&generator, states) in heard.iter().flat_map(|(_, flow)| &flow.before) {
            if candidates.has(generator) && !self.has_no_effect(generator, states, |_, _| true) {
                candidates.strike_out(generator);
            }
        }
        candidates
    }

    /// Returns the `candidates` that are no-ops for every object, if only some monitors hear the
    /// `unheard`.
    fn without_effect(
        &self,
        heard: &[(EventGraph, Flow)],
        candidates: &Candidates,
        unheard: &Candidates,
    ) -> Candidates {
        let concerned = heard
            .par_iter()
            .filter(|(graph, _)| candidates.occur_in(graph));
        let struck_out = concerned.flat_map_iter(|(graph, flow)| {
            let heard = super::hearing::heard(graph, |generator| {
                if unheard.has(generator) {
                    Hearing::Perhaps
                } else {
                    Hearing::Always
                }
            });
            let equivalent = self.comparison.equivalent(&heard);
            self.with_effect(graph, flow, &equivalent, candidates)
        });

        let struck_out: Vec<GeneratorId> = struck_out.collect();
        let mut left = candidates.clone();
        struck_out
            .into_iter()
            .for_each(|generator| left.strike_out(generator));
        left
    }

    /// Returns the `candidates` that have an effect on the object of a graph.
    fn with_effect(
        &self,
        graph: &EventGraph,
        flow: &Flow,
        equivalent: &Equivalent,
        candidates: &Candidates,
    ) -> Vec<GeneratorId> {
        let mut found = Vec::new();
        for (procedure, body) in graph.procedures.iter_enumerated() {
            let candidate = |edge: &Edge| match edge.step {
                Step::Event(Occurrence { generator, .. }, target) if candidates.has(generator) => {
                    Some((edge.from, generator, target))
                }
                _ => None,
            };
            found.extend(body.edges.iter().filter_map(candidate).filter_map(
                |(from, generator, target)| {
                    // Equivalence where the edge leads covers all that can follow it.
                    let stays = |before, after| equivalent[procedure][target].holds(before, after);
                    (!self.has_no_effect(generator, &flow.at[procedure][from], stays))
                        .then_some(generator)
                },
            ));
            // A background event may come at any node, and the program stays there.
            let background = graph
                .background
                .iter()
                .map(|occurrence| occurrence.generator);
            found.extend(
                background
                    .filter(|&generator| candidates.has(generator))
                    .filter(|&generator| {
                        flow.at[procedure].iter_enumerated().any(|(node, states)| {
                            let stays =
                                |before, after| equivalent[procedure][node].holds(before, after);
                            !self.has_no_effect(generator, states, stays)
                        })
                    }),
            );
        }

        found
    }

    /// Returns whether a generator does nothing in these states but move between equivalent ones.
    fn has_no_effect(
        &self,
        generator: GeneratorId,
        states: &StateSet,
        stays: impl Fn(usize, usize) -> bool,
    ) -> bool {
        let letter = &self.program.generators[generator];
        states.iter().all(|state| {
            let mut taken = self.date.may_take(self.sub, StateId::from(state), letter);
            taken.all(|id| {
                let transition = &self.date.transitions[id];
                is_plain(transition) && stays(state, transition.to.index())
            })
        })
    }
}

/// Generators that may be no-ops.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Candidates(IndexVec<GeneratorId, bool>);

impl Candidates {
    fn new(program: &Abstraction, generators: &[GeneratorId]) -> Self {
        let mut candidates = Candidates(program.generators.iter().map(|_| false).collect());
        generators
            .iter()
            .for_each(|&generator| candidates.0[generator] = true);
        candidates
    }

    fn has(&self, generator: GeneratorId) -> bool {
        self.0[generator]
    }

    fn strike_out(&mut self, generator: GeneratorId) {
        self.0[generator] = false;
    }

    fn occur_in(&self, graph: &EventGraph) -> bool {
        graph
            .generators()
            .into_iter()
            .any(|generator| self.has(generator))
    }

    fn list(&self) -> Vec<GeneratorId> {
        self.0
            .iter_enumerated()
            .filter(|&(_, &is_left)| is_left)
            .map(|(generator, _)| generator)
            .collect()
    }
}
