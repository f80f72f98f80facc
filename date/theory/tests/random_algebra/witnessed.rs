//! Witnesses against a search that keeps the stack of calls as it is.

use std::collections::{BTreeSet, VecDeque};

use date::algebra::{StaticDate, SubDate};
use date::code::Truth;
use date::graph::{Certainty, ENTRY, EventGraph, Letter, Occurrence, Step};
use date::ids::{GeneratorId, NodeId, ProcedureId, StateId, TransitionId};
use date::residual::{Taken, Witness, witnesses};

use crate::generate::Pair;
use test_support::Random;

/// Deeper stacks are not looked at.
const DEEPEST: usize = 5;

/// The counts of a comparison.
#[derive(Debug, Default)]
pub struct Compared {
    /// Generators with a witness.
    pub witnesses: u64,
    /// Generators without, as nothing observable lies behind or before them.
    pub none: u64,
    /// Witnesses of several activations.
    pub of_calls: u64,
    /// Witnesses for which the stacks looked at are too small.
    pub deep: u64,
    /// Seeds with a witness that is no run, that is not the shortest one, or that is missing.
    pub wrong: Vec<u64>,
}

/// Compares the witnesses of a pair with random generators silent for each seed.
pub fn against_search(seeds: std::ops::Range<u64>) -> Compared {
    let mut compared = Compared::default();
    for seed in seeds {
        let pair = Pair::with_graphs(seed);
        let date = pair.date.static_date();
        let mut random = Random::new(!seed);
        let silent: Vec<bool> = pair
            .program
            .generators
            .iter()
            .map(|_| random.chance(20))
            .collect();
        let sub = date.whole();
        let found = witnesses(&date, &sub, &pair.program, |generator| {
            silent[generator.index()]
        });
        for (generator, witness) in found.iter_enumerated() {
            let search = Search {
                pair: &pair,
                date: &date,
                sub: &sub,
                silent: &silent,
            };
            compared.add(seed, &search, generator, witness.as_ref());
        }
    }
    compared
}

impl Compared {
    fn add(
        &mut self,
        seed: u64,
        search: &Search<'_>,
        generator: GeneratorId,
        witness: Option<&Witness>,
    ) {
        let best = search.best(generator);
        let Some(witness) = witness else {
            self.none += 1;
            return self.wrong.extend(best.map(|_| seed));
        };
        self.witnesses += 1;
        let rank = (!witness.is_ordered, witness.taken.len());
        match search.is_run(&witness.taken) {
            true if best != Some(rank) => self.wrong.push(seed),
            true => self.of_calls += u64::from(search.is_run_of_calls(&witness.taken)),
            false => self.deep += 1,
        }
        if best.is_some_and(|best| rank > best)
            || !search.is_of_automaton(generator, &witness.taken)
        {
            self.wrong.push(seed);
        }
    }
}

struct Search<'a> {
    pair: &'a Pair,
    date: &'a StaticDate,
    sub: &'a SubDate,
    silent: &'a [bool],
}

/// A procedure, a node in it, and the calls that have led there with their returns.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    stack: Vec<(ProcedureId, Vec<Option<NodeId>>)>,
    procedure: ProcedureId,
    node: NodeId,
}

/// The meaning of a transition to a search: a wrong way, one step further, or the goal.
enum Progress {
    Wrong,
    To(usize),
    Done,
}

impl Search<'_> {
    /// Returns whether each transition leaves the state that the one before leads to, the last is
    /// observable, and the generator takes one.
    fn is_of_automaton(&self, generator: GeneratorId, taken: &[Taken]) -> bool {
        let mut state = self.date.initial;
        for step in taken {
            let transition = &self.date.transitions[step.transition];
            let is_heard = self.pair.program.generators[step.generator].contains(transition.event)
                && !self.silent[step.generator.index()];
            if transition.from != state
                || !is_heard
                || !self.sub.transitions[step.transition.index()]
            {
                return false;
            }
            state = transition.to;
        }
        taken
            .last()
            .is_some_and(|last| self.date.transitions[last.transition].observable)
            && taken.iter().any(|step| step.generator == generator)
    }

    /// The fewest transitions of a run in which the generator takes one; graphs that know the order
    /// first.
    fn best(&self, generator: GeneratorId) -> Option<(bool, usize)> {
        let graphs = self.pair.program.graphs.iter();
        let best = graphs.filter_map(|graph| {
            let by_order = [false, true].into_iter().filter_map(|with_background| {
                let cost = self.run(graph, with_background, DEEPEST, |seen, taken| {
                    let seen = seen == 1 || taken.generator == generator;
                    if seen && self.date.transitions[taken.transition].observable {
                        Progress::Done
                    } else {
                        Progress::To(usize::from(seen))
                    }
                });
                Some((with_background, cost?))
            });
            by_order.min()
        });
        best.min()
    }

    fn is_run(&self, taken: &[Taken]) -> bool {
        self.follows(taken, DEEPEST)
    }

    fn is_run_of_calls(&self, taken: &[Taken]) -> bool {
        !self.follows(taken, 0)
    }

    /// Returns whether a run takes exactly these transitions.
    fn follows(&self, taken: &[Taken], deepest: usize) -> bool {
        self.pair.program.graphs.iter().any(|graph| {
            let cost = self.run(graph, true, deepest, |done, step| {
                match taken[done] == step {
                    true if done + 1 == taken.len() => Progress::Done,
                    true => Progress::To(done + 1),
                    false => Progress::Wrong,
                }
            });
            cost.is_some()
        })
    }

    /// The fewest transitions of a run that is done.
    fn run(
        &self,
        graph: &EventGraph,
        with_background: bool,
        deepest: usize,
        progress: impl Fn(usize, Taken) -> Progress,
    ) -> Option<usize> {
        let begin = |&procedure: &ProcedureId| {
            (
                Place {
                    stack: Vec::new(),
                    procedure,
                    node: ENTRY,
                },
                self.date.initial,
                0_usize,
                0_usize,
            )
        };
        let mut pending: VecDeque<(Place, StateId, usize, usize)> =
            graph.entries.iter().map(begin).collect();
        let mut seen = BTreeSet::new();
        while let Some((place, state, so_far, cost)) = pending.pop_front() {
            if !seen.insert((place.clone(), state, so_far)) {
                continue;
            }
            let mut occurrences: Vec<(Occurrence, NodeId)> = Vec::new();
            if with_background {
                let background = graph.background.iter().map(|&o| Occurrence {
                    certainty: Certainty::Maybe,
                    ..o
                });
                occurrences.extend(background.map(|o| (o, place.node)));
            }
            for edge in graph.procedures[place.procedure]
                .edges
                .iter()
                .filter(|edge| edge.from == place.node)
            {
                match &edge.step {
                    Step::Silent(node) => {
                        pending.push_front((
                            Place {
                                node: *node,
                                ..place.clone()
                            },
                            state,
                            so_far,
                            cost,
                        ));
                    }
                    Step::Event(occurrence, node) => occurrences.push((*occurrence, *node)),
                    Step::Call { callee, returns } if place.stack.len() < deepest => {
                        let mut stack = place.stack.clone();
                        stack.push((place.procedure, returns.clone()));
                        let called = Place {
                            stack,
                            procedure: *callee,
                            node: ENTRY,
                        };
                        pending.push_front((called, state, so_far, cost));
                    }
                    Step::Call { .. } => {}
                }
            }
            for back in left(graph, &place) {
                pending.push_front((back, state, so_far, cost));
            }
            for (occurrence, node) in occurrences {
                let behind = Place {
                    node,
                    ..place.clone()
                };
                let is_silent = self.silent[occurrence.generator.index()];
                let (taken, stays) = if is_silent {
                    (Vec::new(), true)
                } else {
                    self.choices(state, &self.pair.program.generators[occurrence.generator])
                };
                if stays || occurrence.certainty == Certainty::Maybe {
                    pending.push_front((behind.clone(), state, so_far, cost));
                }
                for transition in taken {
                    let to = self.date.transitions[transition].to;
                    match progress(
                        so_far,
                        Taken {
                            generator: occurrence.generator,
                            transition,
                        },
                    ) {
                        Progress::Wrong => {}
                        Progress::To(so_far) => {
                            pending.push_back((behind.clone(), to, so_far, cost + 1))
                        }
                        Progress::Done => return Some(cost + 1),
                    }
                }
            }
        }
        None
    }

    /// The transitions that may be taken, and whether none may be.
    fn choices(&self, state: StateId, letter: &Letter) -> (Vec<TransitionId>, bool) {
        let mut taken = Vec::new();
        for (id, transition) in self.date.transitions.iter_enumerated() {
            if transition.from == state
                && letter.contains(transition.event)
                && self.sub.transitions[id.index()]
            {
                taken.push(id);
                if transition.guard == Truth::True {
                    return (taken, false);
                }
            }
        }
        (taken, true)
    }
}

/// Returns the places where a run goes on if the procedure is left here.
fn left(graph: &EventGraph, place: &Place) -> Vec<Place> {
    let Some(((caller, returns), below)) = place.stack.split_last() else {
        return Vec::new();
    };
    let exits = graph.procedures[place.procedure].exits.iter().zip(returns);
    let behind = exits
        .filter(|&(&exit, _)| exit == place.node)
        .filter_map(|(_, &node)| node);
    behind
        .map(|node| Place {
            stack: below.to_vec(),
            procedure: *caller,
            node,
        })
        .collect()
}
