//! All that runs over one graph may come to: points, and how one leads to another.

use std::collections::HashMap;

use index_vec::{IndexVec, define_index_type};
use rustc_hash::FxBuildHasher;

use super::Choice;
use crate::graph::{Certainty, ENTRY, EventGraph, Occurrence, Step};
use crate::ids::{GeneratorId, NodeId, ProcedureId, StateId, TransitionId};
use crate::residual::letters::ByLetter;

define_index_type! {
    /// A procedure and the state that it is entered in.
    pub(super) struct ActivationId = u32;
}

define_index_type! {
    /// Occurrences that differ by their generators only, which have one letter.
    pub(super) struct ClassId = u32;
}

/// Occurrences that lead from one node to another by one letter.
pub(super) struct Class {
    /// In the order of the edges.
    pub generators: Vec<GeneratorId>,
    /// True if they happen at any time.
    pub is_background: bool,
}

/// A place in an activation, and the state there.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub activation: ActivationId,
    node: NodeId,
    state: StateId,
}

/// How one point leads to the next of the activation.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub from: usize,
    pub to: usize,
    /// The transition that is taken, if one is.
    pub taken: Option<(ClassId, TransitionId)>,
    /// True if that is observable.
    pub is_observable: bool,
}

impl Move {
    /// How many transitions it takes.
    pub(super) fn cost(&self) -> u32 {
        u32::from(self.taken.is_some())
    }
}

/// A call that comes back.
#[derive(Clone, Copy)]
pub(super) struct Return {
    /// The point of the call.
    pub call: usize,
    /// The point at which the callee is left.
    pub exit: usize,
    /// The point behind the call.
    pub to: usize,
}

/// A run of a procedure that was entered in some state.
pub(super) struct Activation<'a> {
    pub procedure: ProcedureId,
    /// The point at which it begins.
    pub entry: usize,
    /// The points of calls that enter it.
    pub calls: Vec<(usize, &'a [Option<NodeId>])>,
    /// The points at which it is left, with the position of the exit.
    exits: Vec<(usize, usize)>,
    /// For each node and state the point, if a run comes to it.
    points: Vec<Option<usize>>,
}

/// An edge, for all occurrences of one class.
#[derive(Clone, Copy)]
enum Way<'a> {
    Silent(NodeId),
    Event(ClassId, Certainty, NodeId),
    Call(ProcedureId, &'a [Option<NodeId>]),
}

/// The points that runs over a graph come to.
pub(super) struct Exploded<'a> {
    letters: &'a ByLetter<Vec<Choice>>,
    graph: &'a EventGraph,
    states: usize,
    outgoing: IndexVec<ProcedureId, IndexVec<NodeId, Vec<Way<'a>>>>,
    pub classes: IndexVec<ClassId, Class>,
    background: Vec<ClassId>,
    pub points: Vec<Point>,
    pub moves: Vec<Move>,
    pub activations: IndexVec<ActivationId, Activation<'a>>,
    /// The activations with which runs begin.
    pub beginnings: Vec<ActivationId>,
    pub returns: Vec<Return>,
    entered: HashMap<(ProcedureId, StateId), ActivationId, FxBuildHasher>,
}

impl<'a> Exploded<'a> {
    /// Explores all runs. O(edges * states^2), and O(calls * exits) of the activations.
    pub(super) fn new(
        initial: StateId,
        letters: &'a ByLetter<Vec<Choice>>,
        graph: &'a EventGraph,
    ) -> Self {
        let mut exploded = Exploded {
            letters,
            graph,
            states: letters.answers().next().map_or(0, Vec::len),
            outgoing: IndexVec::new(),
            classes: IndexVec::new(),
            background: Vec::new(),
            points: Vec::new(),
            moves: Vec::new(),
            activations: IndexVec::new(),
            beginnings: Vec::new(),
            returns: Vec::new(),
            entered: HashMap::default(),
        };

        if exploded.states > 0 {
            exploded.classify();
            exploded.explore(initial);
        }

        exploded
    }

    /// Returns whether a run takes an observable transition.
    pub(super) fn is_observable(&self) -> bool {
        self.moves.iter().any(|step| step.is_observable)
    }

    /// Edges by where they start; those of one class are one.
    fn classify(&mut self) {
        let graph = self.graph;
        for body in &graph.procedures {
            let mut known: HashMap<(NodeId, usize, Certainty, NodeId), ClassId, FxBuildHasher> =
                HashMap::default();
            let mut outgoing: IndexVec<NodeId, Vec<Way<'a>>> =
                (0..body.nodes).map(|_| Vec::new()).collect();
            for edge in &body.edges {
                match &edge.step {
                    Step::Silent(target) => outgoing[edge.from].push(Way::Silent(*target)),
                    Step::Call { callee, returns } => {
                        outgoing[edge.from].push(Way::Call(*callee, returns))
                    }
                    Step::Event(
                        Occurrence {
                            generator,
                            certainty,
                        },
                        target,
                    ) => {
                        // Occurrences with the same ends, letter and certainty behave alike, so one
                        // way stands for all of them.
                        let key = (
                            edge.from,
                            self.letters.position(*generator),
                            *certainty,
                            *target,
                        );
                        let class = *known.entry(key).or_insert_with(|| {
                            let class = self.classes.push(Class {
                                generators: Vec::new(),
                                is_background: false,
                            });
                            outgoing[edge.from].push(Way::Event(class, *certainty, *target));
                            class
                        });
                        self.classes[class].generators.push(*generator);
                    }
                }
            }
            self.outgoing.push(outgoing);
        }

        self.classify_background();
    }

    fn classify_background(&mut self) {
        let mut known: HashMap<usize, ClassId, FxBuildHasher> = HashMap::default();
        for occurrence in &self.graph.background {
            let class = *known
                .entry(self.letters.position(occurrence.generator))
                .or_insert_with(|| {
                    let class = self.classes.push(Class {
                        generators: Vec::new(),
                        is_background: true,
                    });
                    self.background.push(class);
                    class
                });
            self.classes[class].generators.push(occurrence.generator);
        }
    }

    fn explore(&mut self, initial: StateId) {
        let entries = self.graph.entries.clone();
        self.beginnings = entries
            .into_iter()
            .map(|procedure| self.enter(procedure, initial))
            .collect();
        // Points that are found are looked at in this order.
        let mut next = 0;
        while next < self.points.len() {
            self.advance(next);
            next += 1;
        }
    }

    fn enter(&mut self, procedure: ProcedureId, state: StateId) -> ActivationId {
        if let Some(&known) = self.entered.get(&(procedure, state)) {
            return known;
        }

        let points = vec![None; self.graph.procedures[procedure].nodes as usize * self.states];
        let entry = self.points.len();
        let activation = Activation {
            procedure,
            entry,
            calls: Vec::new(),
            exits: Vec::new(),
            points,
        };
        // It is entered before it is explored, so that a recursive call finds it.
        let id = self.activations.push(activation);
        self.entered.insert((procedure, state), id);
        self.reach(id, ENTRY, state);

        id
    }

    fn reach(&mut self, activation: ActivationId, node: NodeId, state: StateId) -> usize {
        let fresh = self.points.len();
        let slot =
            &mut self.activations[activation].points[node.index() * self.states + state.index()];
        let point = *slot.get_or_insert(fresh);
        if point == fresh {
            self.points.push(Point {
                activation,
                node,
                state,
            });
        }
        point
    }

    fn advance(&mut self, at: usize) {
        let Point {
            activation, node, ..
        } = self.points[at];
        let procedure = self.activations[activation].procedure;

        for index in 0..self.background.len() {
            self.occur(at, self.background[index], Certainty::Maybe, node);
        }

        for index in 0..self.outgoing[procedure][node].len() {
            match self.outgoing[procedure][node][index] {
                Way::Silent(target) => self.go(at, target),
                Way::Event(class, certainty, target) => self.occur(at, class, certainty, target),
                Way::Call(callee, returns) => self.call(at, callee, returns),
            }
        }

        self.leave(at);
    }

    fn go(&mut self, at: usize, target: NodeId) {
        let Point {
            activation, state, ..
        } = self.points[at];
        let to = self.reach(activation, target, state);
        // A silent move in place leads to nothing new.
        if to != at {
            self.moves.push(Move {
                from: at,
                to,
                taken: None,
                is_observable: false,
            });
        }
    }

    fn occur(&mut self, at: usize, class: ClassId, certainty: Certainty, target: NodeId) {
        let Point {
            activation, state, ..
        } = self.points[at];
        let choice = &self.letters.of(self.classes[class].generators[0])[state.index()];

        for &(transition, to, is_observable) in &choice.taken {
            let to = self.reach(activation, target, to);
            self.moves.push(Move {
                from: at,
                to,
                taken: Some((class, transition)),
                is_observable,
            });
        }

        // The monitor may stay, or the event may be about another object.
        if choice.stays || certainty == Certainty::Maybe {
            self.go(at, target);
        }
    }

    fn call(&mut self, at: usize, callee: ProcedureId, returns: &'a [Option<NodeId>]) {
        let callee = self.enter(callee, self.points[at].state);
        self.activations[callee].calls.push((at, returns));
        for index in 0..self.activations[callee].exits.len() {
            let (exit, position) = self.activations[callee].exits[index];
            self.come_back(at, exit, returns[position]);
        }
    }

    /// The ways out of the activation, if there is an exit here.
    fn leave(&mut self, at: usize) {
        let Point {
            activation, node, ..
        } = self.points[at];
        let graph = self.graph;
        let exits = graph.procedures[self.activations[activation].procedure]
            .exits
            .iter()
            .enumerate();

        for (position, _) in exits.filter(|&(_, &exit)| exit == node) {
            self.activations[activation].exits.push((at, position));
            // Callers found so far go on from this exit. Later ones find it among the exits.
            for index in 0..self.activations[activation].calls.len() {
                let (call, returns) = self.activations[activation].calls[index];
                self.come_back(call, at, returns[position]);
            }
        }
    }

    fn come_back(&mut self, call: usize, exit: usize, node: Option<NodeId>) {
        let Some(node) = node else { return };
        let to = self.reach(self.points[call].activation, node, self.points[exit].state);
        self.returns.push(Return { call, exit, to });
    }
}
