//! In which states a DATE can be where, for one object: the static transition function pushed
//! through an event graph.
//!
//! The effect of a procedure is a relation over states, one for each exit ([`Relation`]); an event
//! that surely concerns the object contributes its letter's relation, one that may concern it that
//! or nothing; calls compose, branches unite, loops and recursion close. A procedure is followed
//! from the states in which some run enters it, each apart, so calls and returns match.

use std::collections::{BTreeMap, BTreeSet};

use index_vec::IndexVec;

use super::letters::ByLetter;
use super::matrix::Relation;
use crate::algebra::{StateSet, StaticDate, SubDate, TransitionSet, bad_after, reduce};
use crate::graph::{Abstraction, Certainty, ENTRY, Edge, EventGraph, Letter, Occurrence, Step};
use crate::ids::{GeneratorId, NodeId, ProcedureId, StateId};

/// The possible effects of one object on the DATE.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flow {
    /// The transitions that some word of the graph uses (paper, definition 3.7).
    pub used: TransitionSet,
    /// The states in which the monitor may be just before an occurrence of a generator, for those
    /// that occur.
    pub before: BTreeMap<GeneratorId, StateSet>,
    /// The states in which it may be at each node of each procedure.
    pub at: IndexVec<ProcedureId, IndexVec<NodeId, StateSet>>,
}

/// Runs `sub` over all words of `graph`. O(edges * states^3 * states) in the worst case, near
/// O(edges) in practice.
pub fn flow(date: &StaticDate, sub: &SubDate, program: &Abstraction, graph: &EventGraph) -> Flow {
    Effects::new(date, sub, &program.generators).flow(graph)
}

/// The effects of a program's letters on the part `sub` of a DATE.
pub(super) struct Effects<'a> {
    date: &'a StaticDate,
    sub: &'a SubDate,
    letters: &'a IndexVec<GeneratorId, Letter>,
    relations: ByLetter<Relation>,
}

impl<'a> Effects<'a> {
    /// O(letters * states * transitions).
    pub(super) fn new(
        date: &'a StaticDate,
        sub: &'a SubDate,
        letters: &'a IndexVec<GeneratorId, Letter>,
    ) -> Self {
        let relations = ByLetter::new(letters, |letter| {
            Relation::from_rows(date.states, |q| {
                date.may_step(sub, StateId::from(q), letter)
            })
        });
        Effects {
            date,
            sub,
            letters,
            relations,
        }
    }

    /// Returns whether an object may make an observable step.
    pub(super) fn is_observable(&self, graph: &EventGraph) -> bool {
        // The rest is this object's own residual2. The object is finished if no report can follow
        // in it.
        let left = self
            .sub
            .clone()
            .restrict_transitions(&self.flow(graph).used);
        !bad_after(self.date, &reduce(self.date, &left)).is_empty()
    }

    /// See [`flow`].
    pub(super) fn flow(&self, graph: &EventGraph) -> Flow {
        let solver = Solver::new(self, graph);
        solver.collect(&solver.paths())
    }
}

/// For each procedure and node the relation between the state at the procedure's entry and the
/// state at the node, for the entry states that a run brings along.
type Paths = IndexVec<ProcedureId, IndexVec<NodeId, Relation>>;

struct Solver<'a> {
    effects: &'a Effects<'a>,
    states: usize,
    graph: &'a EventGraph,
    /// For each procedure and node the edges that leave it, one for each letter.
    outgoing: IndexVec<ProcedureId, IndexVec<NodeId, Vec<&'a Edge>>>,
    /// For each procedure the calls of it: the caller, and the node before the call.
    calls: IndexVec<ProcedureId, Vec<(ProcedureId, NodeId)>>,
    /// The effects that the background may have between any two events.
    meanwhile: Relation,
}

impl<'a> Solver<'a> {
    fn new(effects: &'a Effects<'a>, graph: &'a EventGraph) -> Self {
        let states = effects.date.states;
        let mut background = Relation::empty(states);
        let occurring = graph
            .background
            .iter()
            .map(|occurrence| occurrence.generator);

        // Background events come in any number and order: the closure of all their steps.
        for effect in effects.relations.among(occurring) {
            background.join(effect);
        }

        let outgoing = effects.relations.outgoing(graph);
        let mut calls: IndexVec<ProcedureId, Vec<(ProcedureId, NodeId)>> =
            graph.procedures.iter().map(|_| Vec::new()).collect();
        for (caller, nodes) in outgoing.iter_enumerated() {
            for edge in nodes.iter().flatten() {
                if let Step::Call { callee, .. } = edge.step {
                    calls[callee].push((caller, edge.from));
                }
            }
        }

        Solver {
            effects,
            states,
            graph,
            outgoing,
            calls,
            meanwhile: background.closure(),
        }
    }

    /// Follows each entry state that a run brings along. Joining only adds pairs, so each node is
    /// visited again at most once for each pair of states.
    fn paths(&self) -> Paths {
        let procedures = self.graph.procedures.iter();
        let mut search = Search {
            solver: self,
            paths: self.graph.each_node(|| Relation::empty(self.states)),
            entered: procedures.map(|_| StateSet::empty(self.states)).collect(),
            pending: Vec::new(),
            changed: self.outgoing.iter().map(|_| BTreeSet::new()).collect(),
        };
        let mut initial = StateSet::empty(self.states);
        initial.insert(self.effects.date.initial.index());
        for &entry in &self.graph.entries {
            search.enter(entry, &initial);
        }
        search.run();
        search.paths
    }

    fn pass(&self, here: &Relation, occurrence: Occurrence) -> Relation {
        let mut after = here.then(self.effects.relations.of(occurrence.generator));
        // The event may be about another object, and then this monitor stays (paper, definition
        // 2.4).
        if occurrence.certainty == Certainty::Maybe {
            after.join(here);
        }
        after.then(&self.meanwhile)
    }

    fn collect(&self, paths: &Paths) -> Flow {
        let none = StateSet::empty(self.states);
        let mut before: BTreeMap<GeneratorId, StateSet> = BTreeMap::new();
        // The states at a node are those that its path makes of the states at the entry.
        let at: IndexVec<ProcedureId, IndexVec<NodeId, StateSet>> = paths
            .iter()
            .map(|nodes| nodes.iter().map(Relation::all_after).collect())
            .collect();

        for (procedure, body) in self.graph.procedures.iter_enumerated() {
            for edge in &body.edges {
                if let Step::Event(occurrence, _) = edge.step {
                    *before
                        .entry(occurrence.generator)
                        .or_insert_with(|| none.clone()) |= &at[procedure][edge.from];
                }
            }
        }

        let anywhere = at
            .iter()
            .flatten()
            .fold(none.clone(), |anywhere, states| anywhere | states);

        // A background event may find the monitor in any state that it is ever in.
        for occurrence in &self.graph.background {
            *before
                .entry(occurrence.generator)
                .or_insert_with(|| none.clone()) |= &anywhere;
        }

        Flow {
            used: self.used(&before),
            before,
            at,
        }
    }

    fn used(&self, before: &BTreeMap<GeneratorId, StateSet>) -> TransitionSet {
        let Effects {
            date, sub, letters, ..
        } = self.effects;
        let mut used = TransitionSet::empty(date.transitions.len());
        for (&generator, states) in before {
            for state in states.iter() {
                for id in date.may_take(sub, StateId::from(state), &letters[generator]) {
                    used.insert(id.index());
                }
            }
        }
        used
    }
}

/// The paths as far as they are known.
struct Search<'a, 'g> {
    solver: &'a Solver<'g>,
    paths: Paths,
    /// The states in which runs enter each procedure.
    entered: IndexVec<ProcedureId, StateSet>,
    /// Procedures with a node in `changed`; some twice.
    pending: Vec<ProcedureId>,
    /// The nodes whose relation has grown since their edges were last followed.
    changed: IndexVec<ProcedureId, BTreeSet<NodeId>>,
}

impl Search<'_, '_> {
    fn run(&mut self) {
        while let Some(procedure) = self.pending.pop() {
            // Most edges lead forward: in the order of nodes one pass settles most of a body.
            while let Some(node) = self.changed[procedure].pop_first() {
                let here = self.paths[procedure][node].clone();
                let states = here.all_after();
                for edge in &self.solver.outgoing[procedure][node] {
                    if let Step::Call { callee, .. } = edge.step {
                        self.enter(callee, &states);
                    }
                    self.advance(procedure, edge, &here);
                }
            }
        }
    }

    /// Runs enter a procedure in these states. Background events may come before the first edge.
    fn enter(&mut self, procedure: ProcedureId, states: &StateSet) {
        let new = states.clone() - &self.entered[procedure];
        if new.is_empty() {
            return;
        }
        self.entered[procedure] |= &new;
        let entry = &mut self.paths[procedure][ENTRY];
        let mut changed = false;
        for state in new.iter() {
            changed |= entry.join_row(&self.solver.meanwhile, state);
        }
        if changed {
            self.has_changed(procedure, ENTRY);
        }
    }

    /// Follows an edge from `here`.
    fn advance(&mut self, procedure: ProcedureId, edge: &Edge, here: &Relation) {
        match &edge.step {
            Step::Silent(target) => self.reach(procedure, *target, here),
            Step::Event(occurrence, target) => {
                let after = self.solver.pass(here, *occurrence);
                self.reach(procedure, *target, &after);
            }
            Step::Call { callee, returns } => {
                // A call has no target for an exit from which it cannot go on.
                let exits = &self.solver.graph.procedures[*callee].exits;
                for (&exit, target) in exits.iter().zip(returns) {
                    if let Some(target) = *target {
                        let after = here.then(&self.paths[*callee][exit]);
                        self.reach(procedure, target, &after);
                    }
                }
            }
        }
    }

    fn reach(&mut self, procedure: ProcedureId, node: NodeId, arriving: &Relation) {
        if self.paths[procedure][node].join(arriving) {
            self.has_changed(procedure, node);
        }
    }

    /// A relation has grown: the edges of its node are followed again, and if it is an exit, the
    /// calls of the procedure.
    fn has_changed(&mut self, procedure: ProcedureId, node: NodeId) {
        self.follow_later(procedure, node);
        if self.solver.graph.procedures[procedure]
            .exits
            .contains(&node)
        {
            for &(caller, before) in &self.solver.calls[procedure] {
                self.follow_later(caller, before);
            }
        }
    }

    fn follow_later(&mut self, procedure: ProcedureId, node: NodeId) {
        if self.changed[procedure].is_empty() {
            self.pending.push(procedure);
        }
        self.changed[procedure].insert(node);
    }
}
