//! Which states the program's continuations cannot tell apart.
//!
//! At a node of an event graph two states are *continuation-equivalent* when every continuation of
//! the program from there shows the same reports and external actions, whichever of the two the
//! monitor is in, with variables as they are. The greatest such relation is found by refinement:
//! all pairs at first, and a pair goes when one step tells it apart or leads to a pair that has
//! gone. It is an equivalence. Procedures are left to all their callers, so the answer holds for
//! each of them.

use std::collections::BTreeSet;

use index_vec::IndexVec;

use super::letters::ByLetter;
use super::matrix::Relation;
use crate::algebra::{StaticDate, StaticTransition, SubDate};
use crate::code::Truth;
use crate::graph::{Abstraction, Certainty, ENTRY, Edge, EventGraph, Letter, Occurrence, Step};
use crate::ids::{NodeId, ProcedureId, StateId};

/// For each procedure and node the pairs of states that cannot be told apart from there.
pub(super) type Equivalent = IndexVec<ProcedureId, IndexVec<NodeId, Relation>>;

/// The outcome of a letter for two monitors.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    /// The user may see the difference.
    Differs,
    /// Nothing is seen, or the same; afterwards they may be in one of these pairs of states.
    Pairs(Vec<(usize, usize)>),
}

/// The outcomes of one letter for each pair of states, row by row.
type Outcomes = Vec<Outcome>;

/// The outcomes of all letters of a program for the part `sub` of a DATE.
pub(super) struct Comparison {
    states: usize,
    letters: ByLetter<Outcomes>,
}

impl Comparison {
    /// Compares all pairs of states on all letters. O(letters * states^2 * transitions).
    pub(super) fn new(date: &StaticDate, sub: &SubDate, program: &Abstraction) -> Self {
        let outcomes = |letter: &Letter| -> Outcomes {
            let pairs =
                (0..date.states).flat_map(|left| (0..date.states).map(move |right| (left, right)));
            pairs
                .map(|(left, right)| outcome(date, sub, letter, left, right))
                .collect()
        };
        Comparison {
            states: date.states,
            letters: ByLetter::new(&program.generators, outcomes),
        }
    }

    /// The continuation-equivalent states at each node. O(edges * states^4) in the worst case.
    pub(super) fn equivalent(&self, graph: &EventGraph) -> Equivalent {
        let mut refined = Refinement::new(self, graph);
        refined.refine();
        refined.equivalent
    }

    /// The pairs of states that stay together over an occurrence, if those in `after` are together
    /// behind it.
    fn before(&self, occurrence: Occurrence, after: &Relation) -> Relation {
        let mut before = self.step(self.letters.of(occurrence.generator), after);
        // The event may be about another object. Then both monitors stay as they are, so this way
        // counts, too.
        if occurrence.certainty == Certainty::Maybe {
            before.meet(after);
        }
        before
    }

    fn step(&self, outcomes: &Outcomes, after: &Relation) -> Relation {
        let stays = |pair: &(usize, usize)| after.holds(pair.0, pair.1);
        Relation::of(self.states, |left, right| {
            match &outcomes[left * self.states + right] {
                Outcome::Differs => false,
                Outcome::Pairs(pairs) => pairs.iter().all(stays),
            }
        })
    }
}

/// A node of a procedure.
type At = (ProcedureId, NodeId);

struct Refinement<'a> {
    comparison: &'a Comparison,
    /// For each procedure and node the edges that leave it, one for each letter.
    outgoing: IndexVec<ProcedureId, IndexVec<NodeId, Vec<&'a Edge>>>,
    /// The outcomes of each letter of the background.
    background: Vec<&'a Outcomes>,
    /// For each procedure and node where its callers go on from there, if it is an exit.
    returns: IndexVec<ProcedureId, IndexVec<NodeId, BTreeSet<At>>>,
    /// For each procedure and node the nodes whose relation rests on the one there.
    resting: IndexVec<ProcedureId, IndexVec<NodeId, BTreeSet<At>>>,
    equivalent: Equivalent,
    /// The nodes that something was taken away from on which they rest.
    pending: BTreeSet<At>,
}

impl<'a> Refinement<'a> {
    /// The greatest relation is sought, so refinement begins with all pairs and only removes some.
    fn new(comparison: &'a Comparison, graph: &'a EventGraph) -> Self {
        let everywhere = graph.procedures.iter_enumerated().flat_map(|(id, body)| {
            let nodes = (0..body.nodes).map(NodeId::from_raw);
            nodes.map(move |node| (id, node))
        });
        let mut refinement = Refinement {
            comparison,
            outgoing: comparison.letters.outgoing(graph),
            background: comparison.letters.among(
                graph
                    .background
                    .iter()
                    .map(|occurrence| occurrence.generator),
            ),
            returns: graph.each_node(BTreeSet::new),
            resting: graph.each_node(BTreeSet::new),
            equivalent: graph.each_node(|| Relation::full(comparison.states)),
            pending: everywhere.collect(),
        };
        for (id, body) in graph.procedures.iter_enumerated() {
            for edge in &body.edges {
                refinement.link(graph, id, edge);
            }
        }
        refinement
    }

    /// Notes which relations an edge ties together. An exit depends on the nodes behind the calls,
    /// and a call on the entry of its callee.
    fn link(&mut self, graph: &EventGraph, procedure: ProcedureId, edge: &Edge) {
        let from = (procedure, edge.from);
        match &edge.step {
            Step::Silent(target) | Step::Event(_, target) => {
                self.resting[procedure][*target].insert(from);
            }
            Step::Call { callee, returns } => {
                self.resting[*callee][ENTRY].insert(from);
                // A call without a target for an exit cannot go on from there, so it asks nothing
                // of that exit.
                for (&exit, target) in graph.procedures[*callee].exits.iter().zip(returns) {
                    if let Some(target) = *target {
                        self.returns[*callee][exit].insert((procedure, target));
                        self.resting[procedure][target].insert((*callee, exit));
                    }
                }
            }
        }
    }

    /// Relations only shrink, so the work ends in whatever order nodes are taken. Most edges lead
    /// forward: from the last node on, one pass settles most of a body.
    fn refine(&mut self) {
        while let Some((procedure, node)) = self.pending.pop_last() {
            if self.refine_at(procedure, node) {
                self.pending.extend(&self.resting[procedure][node]);
            }
        }
    }

    /// Takes away the pairs that do not stay together from a node on; whether there was one.
    fn refine_at(&mut self, procedure: ProcedureId, node: NodeId) -> bool {
        let mut here = self.equivalent[procedure][node].clone();
        let mut changed = false;
        for edge in &self.outgoing[procedure][node] {
            changed |= match &edge.step {
                Step::Silent(target) => here.meet(&self.equivalent[procedure][*target]),
                Step::Event(occurrence, target) => {
                    let after = &self.equivalent[procedure][*target];
                    here.meet(&self.comparison.before(*occurrence, after))
                }
                Step::Call { callee, .. } => here.meet(&self.equivalent[*callee][ENTRY]),
            };
        }

        // A procedure does not know who called it, so its exit keeps only the pairs that every
        // caller keeps.
        for &(caller, target) in &self.returns[procedure][node] {
            changed |= here.meet(&self.equivalent[caller][target]);
        }
        // Events of the background may happen here, and lead nowhere else.
        while self.refine_background(&mut here) {
            changed = true;
        }

        self.equivalent[procedure][node] = here;
        changed
    }

    fn refine_background(&self, here: &mut Relation) -> bool {
        let mut changed = false;
        for outcomes in &self.background {
            let before = self.comparison.step(outcomes, here);
            changed |= here.meet(&before);
        }
        changed
    }
}

fn outcome(
    date: &StaticDate,
    sub: &SubDate,
    letter: &Letter,
    left: usize,
    right: usize,
) -> Outcome {
    let taken = |state: usize| -> Vec<&StaticTransition> {
        date.may_take(sub, StateId::from(state), letter)
            .map(|id| &date.transitions[id])
            .collect()
    };
    let (lefts, rights) = (taken(left), taken(right));

    // The lists have the same conditions in the same order, and variables are equal: both monitors
    // take the same position, or both stay.
    if lefts.len() == rights.len() && lefts.iter().zip(&rights).all(|(a, b)| look_alike(a, b)) {
        let moved = lefts
            .iter()
            .zip(&rights)
            .map(|(a, b)| (a.to.index(), b.to.index()));
        return Outcome::Pairs(
            moved
                .chain(may_stay(&lefts).then_some((left, right)))
                .collect(),
        );
    }
    // Otherwise each monitor may take any of its own transitions. That is harmless only if nothing
    // but the state changes.
    if lefts
        .iter()
        .chain(&rights)
        .any(|transition| !is_plain(transition))
    {
        return Outcome::Differs;
    }
    // Nothing relates the two choices, so every combination of targets may come about.
    let (lefts, rights) = (targets(left, &lefts), targets(right, &rights));
    Outcome::Pairs(
        lefts
            .iter()
            .flat_map(|&a| rights.iter().map(move |&b| (a, b)))
            .collect(),
    )
}

/// Returns whether two monitors that try these transitions decide alike, run the same code and show
/// the same.
fn look_alike(left: &StaticTransition, right: &StaticTransition) -> bool {
    let same_code = left.condition == right.condition
        && left.action == right.action
        && left.guard == right.guard;
    let same_sight =
        left.observable == right.observable && (!left.observable || left.to == right.to);
    left.event == right.event && same_code && same_sight
}

/// Returns whether taking a transition, or trying it, does nothing but move.
pub(super) fn is_plain(transition: &StaticTransition) -> bool {
    !transition.observable && transition.action.is_none()
}

/// Returns whether none of the transitions has to be taken.
fn may_stay(transitions: &[&StaticTransition]) -> bool {
    transitions
        .last()
        .is_none_or(|last| last.guard != Truth::True)
}

fn targets(state: usize, transitions: &[&StaticTransition]) -> BTreeSet<usize> {
    let moved = transitions.iter().map(|transition| transition.to.index());
    moved
        .chain(may_stay(transitions).then_some(state))
        .collect()
}
