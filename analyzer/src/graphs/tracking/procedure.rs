//! A procedure of the event graph while it is being explored: one method, entered with certain
//! facts.

use date::graph::{Certainty, ENTRY, Edge, Occurrence, Procedure, Step};
use date::ids::{GeneratorId, NodeId, ProcedureId};
use indexmap::{IndexMap, IndexSet};
use ir::{BlockId, MethodId};
use rustc_hash::FxBuildHasher;

use super::fact::{Fact, Facts};

/// A method and where its activation is followed from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Entered {
    pub method: MethodId,
    pub from: From,
}

/// The point of an activation from which on it is followed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum From {
    /// The beginning, with what is known of the parameters.
    Beginning(Facts),
    /// The point at which the tracked object is made: by the activation, or by one that it calls.
    /// Nothing happens to it before.
    Birth,
    /// It is not followed: what it and its callees may raise may happen any number of times, in any
    /// order.
    Nowhere,
}

/// A point of a body and what is known there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State {
    pub block: BlockId,
    /// The statement about to run; one past the last for the terminator.
    pub index: usize,
    pub facts: Facts,
    pub stage: Stage,
}

/// How far the point has been passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Stage {
    /// The statement is about to run.
    Before,
    /// It has begun, and other methods may run before it goes on: those that a library calls back,
    /// and static initializers.
    Inside,
    /// The entry point whose first statement it is has been called: the static initializers of its
    /// class may run.
    Entering,
}

impl State {
    /// The point before a statement.
    pub fn new(block: BlockId, index: usize, facts: Facts) -> Self {
        State {
            block,
            index,
            facts,
            stage: Stage::Before,
        }
    }
}

/// How a method is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Exit {
    /// Returned, not thrown out of.
    pub normal: bool,
    /// The fact of the result, if it may be the tracked object.
    pub value: Option<Fact>,
    /// True if the tracked object exists.
    pub born: bool,
}

/// A call edge whose callee may still find new exits.
#[derive(Debug, Clone)]
pub(super) struct Waiting {
    pub caller: ProcedureId,
    /// Position of the call edge among the caller's edges.
    pub edge: usize,
    /// The state at the call.
    pub state: State,
    /// True if the callee runs inside the statement, which goes on behind it.
    pub is_inside: bool,
}

pub(super) struct Exploring {
    pub entered: Entered,
    nodes: u32,
    states: IndexMap<State, NodeId, FxBuildHasher>,
    /// Each exit with its node, by position.
    exits: IndexMap<Exit, NodeId, FxBuildHasher>,
    edges: Vec<Edge>,
    known: IndexSet<Edge, FxBuildHasher>,
    pub waiting: Vec<Waiting>,
}

impl Exploring {
    pub(super) fn new(entered: Entered) -> Self {
        Exploring {
            entered,
            nodes: 1,
            states: IndexMap::default(),
            exits: IndexMap::default(),
            edges: Vec::new(),
            known: IndexSet::default(),
            waiting: Vec::new(),
        }
    }

    /// A node without a state.
    pub(super) fn fresh(&mut self) -> NodeId {
        self.nodes += 1;
        NodeId::from_raw(self.nodes - 1)
    }

    /// The node of a state, and whether it is new.
    pub(super) fn node(&mut self, state: &State) -> (NodeId, bool) {
        if let Some(&node) = self.states.get(state) {
            return (node, false);
        }
        let node = self.fresh();
        self.states.insert(state.clone(), node);
        (node, true)
    }

    pub(super) fn silent(&mut self, from: NodeId, to: NodeId) {
        let edge = Edge {
            from,
            step: Step::Silent(to),
        };
        if self.known.insert(edge.clone()) {
            self.edges.push(edge);
        }
    }

    /// A chain of occurrences from `from`; gives its last node.
    pub(super) fn chain(&mut self, from: NodeId, occurrences: &[Occurrence]) -> NodeId {
        occurrences.iter().fold(from, |from, &occurrence| {
            let to = self.fresh();
            self.edges.push(Edge {
                from,
                step: Step::Event(occurrence, to),
            });
            to
        })
    }

    /// The entry is the only exit, and any number of these may occur there.
    pub(super) fn any_of(&mut self, generators: impl IntoIterator<Item = GeneratorId>) {
        self.idle(generators);
        self.exits.insert(
            Exit {
                normal: true,
                value: None,
                born: true,
            },
            ENTRY,
        );
    }

    /// Any number of these may occur at the entry.
    pub(super) fn idle(&mut self, generators: impl IntoIterator<Item = GeneratorId>) {
        let occurrences = generators.into_iter().map(|generator| Occurrence {
            generator,
            certainty: Certainty::Maybe,
        });
        self.edges.extend(occurrences.map(|occurrence| Edge {
            from: ENTRY,
            step: Step::Event(occurrence, ENTRY),
        }));
    }

    /// A call edge without returns; gives its position.
    pub(super) fn call(&mut self, from: NodeId, callee: ProcedureId) -> usize {
        self.edges.push(Edge {
            from,
            step: Step::Call {
                callee,
                returns: Vec::new(),
            },
        });
        self.edges.len() - 1
    }

    /// The call edge goes on at `node` when its callee is left through the exit at `position`.
    pub(super) fn set_return(&mut self, edge: usize, position: usize, node: NodeId) {
        if let Step::Call { returns, .. } = &mut self.edges[edge].step {
            returns.resize(returns.len().max(position + 1), None);
            returns[position] = Some(node);
        }
    }

    /// The node of an exit; with its position, if it is new.
    pub(super) fn exit(&mut self, exit: Exit) -> (NodeId, Option<usize>) {
        if let Some(&node) = self.exits.get(&exit) {
            return (node, None);
        }
        let node = self.fresh();
        let (position, _) = self.exits.insert_full(exit, node);
        (node, Some(position))
    }

    /// The exits found so far, by position.
    pub(super) fn exits(&self) -> Vec<Exit> {
        self.exits.keys().copied().collect()
    }

    /// How many nodes it has so far.
    pub(super) fn size(&self) -> usize {
        self.nodes as usize
    }

    /// How many edges it has so far.
    pub(super) fn edges(&self) -> usize {
        self.edges.len()
    }

    /// The finished procedure.
    pub(super) fn finish(self, name: String, exits_of: impl Fn(ProcedureId) -> usize) -> Procedure {
        let mut edges = self.edges;
        // Behind exits that this call was never resumed at, it does not go on.
        for edge in &mut edges {
            if let Step::Call { callee, returns } = &mut edge.step {
                returns.resize(exits_of(*callee), None);
            }
        }
        Procedure {
            name,
            nodes: self.nodes,
            exits: self.exits.values().copied().collect(),
            edges,
        }
    }
}
