//! In which states a DATE can be where, for one object: the static transition function pushed
//! through an event graph.
//!
//! The effect of a procedure is a relation over states, one for each exit ([`Relation`]); an event
//! that surely concerns the object contributes its letter's relation, one that may concern it that
//! or nothing; calls compose, branches unite, loops and recursion close. Effects go bottom-up to a
//! fixpoint, then the states that reach each procedure go top-down, so calls and returns match.

use std::collections::BTreeMap;

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
        let paths = solver.paths();
        let entered = solver.entered(&paths);
        solver.collect(&paths, &entered)
    }
}

/// For each procedure and node the relation between the state at the procedure's entry and the
/// state at the node.
type Paths = IndexVec<ProcedureId, IndexVec<NodeId, Relation>>;

struct Solver<'a> {
    effects: &'a Effects<'a>,
    states: usize,
    graph: &'a EventGraph,
    /// The edges of each procedure, one for each letter.
    edges: IndexVec<ProcedureId, Vec<&'a Edge>>,
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

        let edges = graph
            .procedures
            .iter()
            .map(|body| effects.relations.distinct(&body.edges))
            .collect();
        Solver {
            effects,
            states,
            graph,
            edges,
            meanwhile: background.closure(),
        }
    }

    fn paths(&self) -> Paths {
        // Background events may come before the first edge.
        let empty = |p: &crate::graph::Procedure| {
            let mut nodes: IndexVec<NodeId, Relation> =
                (0..p.nodes).map(|_| Relation::empty(self.states)).collect();
            nodes[ENTRY] = self.meanwhile.clone();
            nodes
        };
        let mut paths: Paths = self.graph.procedures.iter().map(empty).collect();
        let callers = self.callers();
        let mut pending: Vec<ProcedureId> = self.graph.procedures.indices().rev().collect();
        let mut is_pending: IndexVec<ProcedureId, bool> =
            self.graph.procedures.iter().map(|_| true).collect();

        // The effects of callees grow until they are complete, so callers are settled again each
        // time.
        while let Some(procedure) = pending.pop() {
            is_pending[procedure] = false;
            if self.settle(procedure, &mut paths) {
                for &caller in &callers[procedure] {
                    if !std::mem::replace(&mut is_pending[caller], true) {
                        pending.push(caller);
                    }
                }
            }
        }

        paths
    }

    /// Brings the paths of one procedure to a fixpoint under the current effects of its callees;
    /// says whether the effect of an exit changed.
    fn settle(&self, procedure: ProcedureId, paths: &mut Paths) -> bool {
        let body = &self.graph.procedures[procedure];
        let mut outgoing: IndexVec<NodeId, Vec<&Edge>> =
            (0..body.nodes).map(|_| Vec::new()).collect();

        for edge in &self.edges[procedure] {
            outgoing[edge.from].push(edge);
        }

        // Joining only adds pairs, so each node is visited again at most once for each pair of
        // states.
        let mut pending: Vec<NodeId> = (0..body.nodes).rev().map(NodeId::from_raw).collect();
        let mut exits_changed = false;
        while let Some(node) = pending.pop() {
            for edge in &outgoing[node] {
                for (target, relation) in self.advance(edge, &paths[procedure][node], paths) {
                    if paths[procedure][target].join(&relation) {
                        // Callers see a procedure by its exits alone.
                        exits_changed |= body.exits.contains(&target);
                        pending.push(target);
                    }
                }
            }
        }

        exits_changed
    }

    /// Returns the nodes to which an edge leads from `here`, each with the relation there.
    fn advance(&self, edge: &Edge, here: &Relation, paths: &Paths) -> Vec<(NodeId, Relation)> {
        match &edge.step {
            Step::Silent(target) => vec![(*target, here.clone())],
            Step::Event(occurrence, target) => vec![(*target, self.pass(here, *occurrence))],
            Step::Call { callee, returns } => {
                // A call has no target for an exit from which it cannot go on.
                let exits = &self.graph.procedures[*callee].exits;
                let taken = exits
                    .iter()
                    .zip(returns)
                    .filter_map(|(&exit, target)| target.map(|t| (exit, t)));
                taken
                    .map(|(exit, target)| (target, here.then(&paths[*callee][exit])))
                    .collect()
            }
        }
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

    fn callers(&self) -> IndexVec<ProcedureId, Vec<ProcedureId>> {
        let mut callers: IndexVec<ProcedureId, Vec<ProcedureId>> =
            self.graph.procedures.iter().map(|_| Vec::new()).collect();
        for (caller, body) in self.graph.procedures.iter_enumerated() {
            for edge in &body.edges {
                if let Step::Call { callee, .. } = edge.step {
                    callers[callee].push(caller);
                }
            }
        }
        for list in &mut callers {
            list.sort();
            list.dedup();
        }
        callers
    }

    /// The states in which each procedure may be entered.
    fn entered(&self, paths: &Paths) -> IndexVec<ProcedureId, StateSet> {
        let none = StateSet::empty(self.states);
        let mut entered: IndexVec<ProcedureId, StateSet> =
            self.graph.procedures.iter().map(|_| none.clone()).collect();

        for &entry in &self.graph.entries {
            entered[entry].insert(self.effects.date.initial.index());
        }

        // Paths relate every entry state to its results. From here on only those entry states count
        // that a run brings along.
        let mut pending = self.graph.entries.clone();
        while let Some(caller) = pending.pop() {
            for edge in &self.graph.procedures[caller].edges {
                let Step::Call { callee, .. } = edge.step else {
                    continue;
                };
                let arriving = paths[caller][edge.from].image(&entered[caller]);
                let before = entered[callee].count();
                entered[callee] |= &arriving;
                if entered[callee].count() != before {
                    pending.push(callee);
                }
            }
        }

        entered
    }

    fn collect(&self, paths: &Paths, entered: &IndexVec<ProcedureId, StateSet>) -> Flow {
        let none = StateSet::empty(self.states);
        let mut before: BTreeMap<GeneratorId, StateSet> = BTreeMap::new();
        // The states at a node are those that its path makes of the states at the entry.
        let at: IndexVec<ProcedureId, IndexVec<NodeId, StateSet>> = paths
            .iter_enumerated()
            .map(|(procedure, nodes)| {
                nodes
                    .iter()
                    .map(|path| path.image(&entered[procedure]))
                    .collect()
            })
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
