//! The worklist over procedures and states.

use date::graph::{EventGraph, Procedure};
use date::ids::{GeneratorId, NodeId, ProcedureId};
use index_vec::IndexVec;
use indexmap::IndexMap;
use ir::{CallSite, MethodId};
use roaring::RoaringBitmap;
use rustc_hash::FxBuildHasher;

use super::concern::{Scene, Tracked};
use super::disorder::Disorder;
use super::fact::{Fact, Facts};
use super::plan::{Beginnings, Plan};
use super::procedure::{Entered, Exploring, From, State};
use super::relevance::Methods;

/// An object whose graph has more nodes is taken to be unordered.
pub(super) const MOST_NODES: usize = 50_000;

/// An object whose graph has more edges is, too: each call may run hundreds of methods, so the graph
/// costs much and rules out little.
const MOST_EDGES: usize = 100_000;

/// The explorer counts the edges after this many steps.
const STEPS_BETWEEN_COUNTS: usize = 1024;

/// The graph of one object, or why no order is known of its events. `generators` are all those that
/// may concern the object, `entries` the entry points of the program.
pub fn event_graph(
    scene: &Scene<'_>,
    tracked: Tracked,
    subject: &str,
    generators: &[GeneratorId],
    entries: &[MethodId],
) -> Result<EventGraph, Disorder> {
    let mut plan = Plan::new(scene, tracked, generators, entries)?;
    if plan.is_too_large(scene) {
        return Err(Disorder::Size);
    }
    let explored = explored(scene, tracked, &plan, generators).or_else(|| {
        if plan.giving.is_empty() {
            return None;
        }
        // The graph is too large. Without the methods that make similar objects there is less to
        // explore, and such objects are not told apart.
        plan.giving = Methods::default();
        explored(scene, tracked, &plan, generators)
    });
    let (procedures, entries) = explored.ok_or(Disorder::Size)?;

    Ok(EventGraph {
        subject: subject.to_owned(),
        procedures,
        entries,
        background: plan.background,
    })
}

/// The procedures of a graph, and its entries; `None` if they are too many.
fn explored(
    scene: &Scene<'_>,
    tracked: Tracked,
    plan: &Plan,
    generators: &[GeneratorId],
) -> Option<(IndexVec<ProcedureId, Procedure>, Vec<ProcedureId>)> {
    let mut explorer = Explorer::new(scene, tracked, plan, generators);
    let entries = explorer.run(&plan.beginnings)?;
    Some((explorer.finish(), entries))
}

pub(super) struct Explorer<'a> {
    pub scene: &'a Scene<'a>,
    pub tracked: Tracked,
    relevant: &'a Methods,
    giving: &'a Methods,
    /// True if the tracked object may exist without having been allocated on a path.
    pub born_anywhere: bool,
    is_held_by_locals: bool,
    open: &'a RoaringBitmap,
    /// All generators that may concern the object.
    pub concerning: RoaringBitmap,
    procedures: IndexMap<Entered, Exploring, FxBuildHasher>,
    pending: Vec<(ProcedureId, NodeId, State)>,
    nodes: usize,
}

impl<'a> Explorer<'a> {
    fn new(
        scene: &'a Scene<'a>,
        tracked: Tracked,
        plan: &'a Plan,
        generators: &[GeneratorId],
    ) -> Self {
        Explorer {
            scene,
            tracked,
            relevant: &plan.relevant,
            giving: &plan.giving,
            born_anywhere: matches!(plan.beginnings, Beginnings::Entries { .. }),
            is_held_by_locals: plan.is_held_by_locals,
            open: &plan.open,
            concerning: generators.iter().map(|generator| generator.raw()).collect(),
            procedures: IndexMap::default(),
            pending: Vec::new(),
            nodes: 0,
        }
    }

    /// Explores everything from the beginnings; `None` if it is too much.
    fn run(&mut self, beginnings: &Beginnings) -> Option<Vec<ProcedureId>> {
        match beginnings {
            Beginnings::Births(maker) => {
                let first = self.enter(Entered {
                    method: *maker,
                    from: From::Birth,
                });
                let before = self.open.iter().map(GeneratorId::from_raw);
                // Before the birth, events that name no object may come any number of times.
                self.procedures[first.index()].idle(before);
                self.explore()?;
                let is_birth = |(_, entered): &(usize, &Entered)| entered.from == From::Birth;
                let births = self.procedures.keys().enumerate().filter(is_birth);
                Some(
                    births
                        .map(|(index, _)| ProcedureId::from_usize(index))
                        .collect(),
                )
            }
            Beginnings::Entries {
                methods: entries, ..
            } => {
                let mut procedures = self.enter_all(entries);
                self.explore()?;
                procedures.sort();
                procedures.dedup();
                Some(procedures)
            }
        }
    }

    fn enter_all(&mut self, entries: &[MethodId]) -> Vec<ProcedureId> {
        // The object may exist already where execution begins.
        let start = Facts::nothing(true);
        let mut procedures = Vec::new();
        for &method in entries
            .iter()
            .filter(|&&method| self.relevant.contains(method))
        {
            for facts in self.guess_parameters(method, 0, &start) {
                procedures.push(self.enter(Entered {
                    method,
                    from: From::Beginning(facts),
                }));
            }
        }
        procedures
    }

    fn explore(&mut self) -> Option<()> {
        let mut steps = 0_usize;
        while let Some((procedure, node, state)) = self.pending.pop() {
            self.walk(procedure, node, state);
            steps += 1;
            if self.nodes > MOST_NODES
                || steps.is_multiple_of(STEPS_BETWEEN_COUNTS) && self.edges() > MOST_EDGES
            {
                return None;
            }
        }
        (self.edges() <= MOST_EDGES).then_some(())
    }

    fn edges(&self) -> usize {
        let each = self.procedures.values();
        each.map(|exploring| exploring.edges()).sum()
    }

    /// The procedure of a method entered with these facts.
    pub(super) fn enter(&mut self, entered: Entered) -> ProcedureId {
        if let Some(index) = self.procedures.get_index_of(&entered) {
            return ProcedureId::from_usize(index);
        }

        // It is known before it begins, so that recursion ends.
        let (index, _) = self
            .procedures
            .insert_full(entered.clone(), Exploring::new(entered.clone()));
        let id = ProcedureId::from_usize(index);
        match &entered.from {
            From::Beginning(facts) => self.begin(id, facts),
            From::Birth => self.begin_at_births(id, entered.method),
            From::Nowhere => {
                let raised = self.scene.raised.by(entered.method, self.open);
                self.procedure(id).any_of(raised);
            }
        }

        id
    }

    /// Returns whether a call of a method with these facts of its parameters is followed. It is if
    /// something may happen to the tracked object in it, or if it gives back another object that
    /// looks like it.
    pub(super) fn is_followed(&self, call: &CallSite, method: MethodId, facts: &[Facts]) -> bool {
        if self.is_held_by_locals {
            self.scene.program.methods[method].body.is_some() && !facts.iter().all(Facts::is_empty)
        } else {
            self.relevant.contains(method) || self.giving.contains(method) && self.may_give(call)
        }
    }

    /// Returns whether a method that runs inside a statement is followed: something may happen to
    /// the tracked object in it. Nothing that locals alone hold is there, and where a method that
    /// runs at any time may have the object, the object has no order at all.
    pub(super) fn is_followed_inside(&self, method: MethodId) -> bool {
        let is_apart = self.is_held_by_locals || self.scene.points_to.anytime.contains(&method);
        !is_apart && (self.relevant.contains(method) || self.giving.contains(method))
    }

    fn may_give(&self, call: &CallSite) -> bool {
        call.result
            .is_some_and(|result| self.may_hold(call.method, result))
    }

    /// Adds the events that a method may raise without naming the tracked object, though it is not
    /// followed. Returns the node behind them.
    pub(super) fn meanwhile(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        method: MethodId,
    ) -> NodeId {
        if !self.is_held_by_locals || self.scene.raised.by(method, self.open).is_empty() {
            return node;
        }
        let callee = self.enter(Entered {
            method,
            from: From::Nowhere,
        });
        let edge = self.procedure(procedure).call(node, callee);
        let after = self.procedure(procedure).fresh();
        self.procedure(procedure).set_return(edge, 0, after);
        after
    }

    /// Returns whether nothing happens to the tracked object any more. No local of an activation
    /// that was followed from its birth on holds it, and nothing else does.
    pub(super) fn is_over(&self, procedure: ProcedureId, is_held: bool) -> bool {
        let from = &self.procedures[procedure.index()].entered.from;
        self.is_held_by_locals && *from == From::Birth && !is_held
    }

    /// The method of a procedure.
    pub(super) fn method_of(&self, id: ProcedureId) -> MethodId {
        self.procedures[id.index()].entered.method
    }

    pub(super) fn procedure(&mut self, id: ProcedureId) -> &mut Exploring {
        &mut self.procedures[id.index()]
    }

    /// Goes on in `state` from `from`.
    pub(super) fn go(&mut self, procedure: ProcedureId, from: NodeId, mut state: State) {
        let method = self.procedures[procedure.index()].entered.method;
        // States that differ in dead locals only are one state.
        state.facts = self.forget_dead(method, &state);
        if self.is_over(procedure, !state.facts.is_empty()) {
            return;
        }
        let exploring = &mut self.procedures[procedure.index()];
        let before = exploring.size();
        let (node, new) = exploring.node(&state);
        exploring.silent(from, node);
        self.nodes += exploring.size() - before;
        if new {
            self.pending.push((procedure, node, state));
        }
    }

    fn forget_dead(&self, method: MethodId, state: &State) -> Facts {
        let live = self.scene.live;
        let facts = state.facts.clone();
        facts.keep(|local| live.matters(method, state.block, state.index, local))
    }

    /// The facts with every way in which parameters from position `first` to the last may be the
    /// tracked object.
    pub(super) fn guess_parameters(
        &self,
        method: MethodId,
        first: usize,
        facts: &Facts,
    ) -> Vec<Facts> {
        let Some(body) = &self.scene.program.methods[method].body else {
            return vec![facts.clone()];
        };
        let open = body.parameters.iter().skip(first).copied();
        let open: Vec<_> = open
            .filter(|&parameter| facts.born && self.may_arrive(method, parameter))
            .collect();

        // Each parameter doubles the number of guesses, so beyond three they stay undecided.
        if open.len() > 3 {
            return vec![open.into_iter().fold(facts.clone(), |facts, local| {
                facts.with(local, Some(Fact::Maybe))
            })];
        }

        let mut guesses = vec![facts.clone()];
        for local in open {
            guesses = guesses
                .into_iter()
                .flat_map(|f| [f.clone(), f.with(local, Some(Fact::Is))])
                .collect();
        }

        guesses
    }

    /// Returns whether a value of unknown origin that arrives in a local may be the tracked object.
    pub(super) fn may_arrive(&self, method: MethodId, local: ir::LocalId) -> bool {
        !self.is_held_by_locals && self.may_hold(method, local)
    }

    pub(super) fn may_hold(&self, method: MethodId, local: ir::LocalId) -> bool {
        matches!(self.tracked, Tracked::Object(object) if self.scene.points_to.may_hold(method, local, object))
    }

    fn finish(self) -> IndexVec<ProcedureId, Procedure> {
        let exits: Vec<usize> = self
            .procedures
            .values()
            .map(|exploring| exploring.exits().len())
            .collect();
        let program = self.scene.program;
        let finished = self.procedures.into_values().map(|exploring| {
            let method = &program.methods[exploring.entered.method];
            let name = format!("{}.{}", program.classes[method.class].name, method.name);
            exploring.finish(name, |callee| exits[callee.index()])
        });
        finished.collect()
    }
}
