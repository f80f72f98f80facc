//! The worklist over procedures and states.

use std::collections::BTreeSet;

use date::graph::{EventGraph, Procedure};
use date::ids::{GeneratorId, NodeId, ProcedureId};
use index_vec::IndexVec;
use indexmap::IndexMap;
use ir::MethodId;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::concern::{Scene, Tracked};
use super::fact::{Fact, Facts};
use super::liveness::Liveness;
use super::procedure::{Entered, Exploring, State};
use points_to::{Novelty, Object, ObjectId};

/// Beyond this many nodes an object is taken to be unordered.
const MOST_NODES: usize = 400_000;

/// The graph of one object. `generators` are all those that may concern it, `entries` the entry points of the program.
pub fn event_graph(
    scene: &Scene<'_>,
    tracked: Tracked,
    subject: String,
    generators: &[GeneratorId],
    entries: &[MethodId],
) -> EventGraph {
    let plan = Plan::new(scene, tracked, generators, entries);
    if plan.unordered {
        return EventGraph::unordered(subject, generators.iter().copied());
    }
    let mut explorer = Explorer::new(scene, tracked, &plan);
    let Some(entries) = explorer.run(&plan.entries) else {
        return EventGraph::unordered(subject, generators.iter().copied());
    };
    EventGraph { subject, procedures: explorer.finish(), entries, background: Vec::new() }
}

/// What the object's place in the program says about its graph.
struct Plan {
    /// Methods from which an event of the object, or its allocation, may be reached.
    relevant: BTreeSet<MethodId>,
    /// Where runs begin.
    entries: Vec<MethodId>,
    /// Whether the tracked object may exist without having been allocated on a path.
    born_anywhere: bool,
    /// Whether its events come in no known order.
    unordered: bool,
}

impl Plan {
    fn new(scene: &Scene<'_>, tracked: Tracked, generators: &[GeneratorId], entries: &[MethodId]) -> Self {
        let sites: BTreeSet<MethodId> = generators.iter().flat_map(|&g| scene.bodies_of(g)).collect();
        let maker = match tracked {
            Tracked::Object(object) => scene.points_to.maker(object, scene.program),
            Tracked::Global => None,
        };
        let allocator = maker.filter(|method| scene.points_to.reachable.contains(method));
        let anytime = scene.relevance.reachable_from(scene.points_to.anytime.iter().copied());
        let mut relevant = scene.relevance.reaching(sites.iter().copied().chain(allocator));
        relevant.retain(|method| scene.points_to.reachable.contains(method));
        let confined = matches!(tracked, Tracked::Object(object)
            if !scene.points_to.is_shared(object) && !scene.is_reused(object));
        let from_outside = match tracked {
            Tracked::Object(object) => allocator.is_none() || scene.may_be_copied(object) || scene.is_reused(object),
            Tracked::Global => true,
        };
        let everywhere = entries.iter().chain(&scene.points_to.anytime).copied();
        Plan {
            relevant,
            entries: if confined { everywhere.collect() } else { entries.to_vec() },
            born_anywhere: from_outside || !confined && allocator.is_some_and(|method| anytime.contains(&method)),
            unordered: !confined && sites.iter().any(|site| anytime.contains(site)),
        }
    }
}

pub(super) struct Explorer<'a> {
    pub scene: &'a Scene<'a>,
    pub tracked: Tracked,
    pub relevant: &'a BTreeSet<MethodId>,
    pub born_anywhere: bool,
    procedures: IndexMap<Entered, Exploring, FxBuildHasher>,
    pending: Vec<(ProcedureId, NodeId, State)>,
    liveness: FxHashMap<MethodId, Liveness>,
    nodes: usize,
}

impl<'a> Explorer<'a> {
    fn new(scene: &'a Scene<'a>, tracked: Tracked, plan: &'a Plan) -> Self {
        Explorer {
            scene,
            tracked,
            relevant: &plan.relevant,
            born_anywhere: plan.born_anywhere,
            procedures: IndexMap::default(),
            pending: Vec::new(),
            liveness: FxHashMap::default(),
            nodes: 0,
        }
    }

    /// Explores everything from the entry points; `None` if it is too much.
    fn run(&mut self, entries: &[MethodId]) -> Option<Vec<ProcedureId>> {
        let start = Facts::nothing(self.born_anywhere);
        let mut procedures = Vec::new();
        for &method in entries.iter().filter(|method| self.relevant.contains(method)) {
            for facts in self.guess_parameters(method, 0, &start) {
                procedures.push(self.enter(Entered { method, facts }));
            }
        }
        while let Some((procedure, node, state)) = self.pending.pop() {
            self.walk(procedure, node, state);
            if self.nodes > MOST_NODES {
                return None;
            }
        }
        procedures.sort();
        procedures.dedup();
        Some(procedures)
    }

    /// The procedure of a method entered with these facts.
    pub(super) fn enter(&mut self, entered: Entered) -> ProcedureId {
        if let Some(index) = self.procedures.get_index_of(&entered) {
            return ProcedureId::from_usize(index);
        }
        let (index, _) = self.procedures.insert_full(entered.clone(), Exploring::new(entered.clone()));
        let id = ProcedureId::from_usize(index);
        self.begin(id, &entered);
        id
    }

    pub(super) fn procedure(&mut self, id: ProcedureId) -> &mut Exploring {
        &mut self.procedures[id.index()]
    }

    /// Goes on in `state` from `from`.
    pub(super) fn go(&mut self, procedure: ProcedureId, from: NodeId, mut state: State) {
        let method = self.procedures[procedure.index()].entered.method;
        state.facts = self.forget_dead(method, &state);
        let exploring = &mut self.procedures[procedure.index()];
        let before = exploring.size();
        let (node, new) = exploring.node(&state);
        exploring.silent(from, node);
        self.nodes += exploring.size() - before;
        if new {
            self.pending.push((procedure, node, state));
        }
    }

    fn forget_dead(&mut self, method: MethodId, state: &State) -> Facts {
        let program = self.scene.program;
        let Some(body) = &program.methods[method].body else { return state.facts.clone() };
        let liveness = self.liveness.entry(method).or_insert_with(|| Liveness::new(program, body));
        state
            .facts
            .clone()
            .keep(|local| body.parameters.contains(&local) || liveness.is_live(state.block, state.index, local))
    }

    /// The facts with every way in which parameters from position `first` to the last may be the tracked object.
    pub(super) fn guess_parameters(&self, method: MethodId, first: usize, facts: &Facts) -> Vec<Facts> {
        let Some(body) = &self.scene.program.methods[method].body else { return vec![facts.clone()] };
        let open = body.parameters.iter().skip(first).copied();
        let open: Vec<_> = open.filter(|&parameter| facts.born && self.may_hold(method, parameter)).collect();
        if open.len() > 3 {
            return vec![open.into_iter().fold(facts.clone(), |facts, local| facts.with(local, Some(Fact::Maybe)))];
        }
        let mut guesses = vec![facts.clone()];
        for local in open {
            guesses = guesses.into_iter().flat_map(|f| [f.clone(), f.with(local, Some(Fact::Is))]).collect();
        }
        guesses
    }

    pub(super) fn may_hold(&self, method: MethodId, local: ir::LocalId) -> bool {
        matches!(self.tracked, Tracked::Object(object) if self.scene.points_to.may_hold(method, local, object))
    }

    fn finish(self) -> IndexVec<ProcedureId, Procedure> {
        let exits: Vec<usize> = self.procedures.values().map(|exploring| exploring.exits().len()).collect();
        let program = self.scene.program;
        let finished = self.procedures.into_values().map(|exploring| {
            let method = &program.methods[exploring.entered.method];
            let name = format!("{}.{}", program.classes[method.class].name, method.name);
            exploring.finish(name, |callee| exits[callee.index()])
        });
        finished.collect()
    }
}

impl Scene<'_> {
    /// The methods whose bodies hold a generator's place.
    fn bodies_of(&self, generator: GeneratorId) -> Vec<MethodId> {
        match self.notifications[generator].place {
            crate::events::Place::Execution(method) => vec![method],
            crate::events::Place::Call(point) => {
                self.sites_of(point).map(|site| self.program.calls[site].method).collect()
            }
        }
    }

    fn sites_of(&self, point: ir::PointId) -> impl Iterator<Item = ir::CallSiteId> {
        self.at_sites.get(&point).into_iter().flatten().copied()
    }

    /// Whether evaluating the expression that makes the object again may give the same one, in any activation and thread:
    /// lambdas and method references (JLS 15.13.3, 15.27.4).
    pub(super) fn is_reused(&self, object: ObjectId) -> bool {
        let site = self.points_to.object(object).allocation().map(|site| &self.program.allocations[site].kind);
        matches!(site, Some(ir::AllocationKind::Functional { .. }))
    }

    /// Whether the library may make objects of the same class without an allocation of the sources: by `clone` or by
    /// reading a serialized one.
    fn may_be_copied(&self, object: ObjectId) -> bool {
        let site = match self.points_to.object(object) {
            Object::Allocated(site) => site,
            Object::Made { novelty, .. } => return novelty != Novelty::Result || self.points_to.is_shared(object),
            Object::Library | Object::Escaped => return true,
        };
        let jvm::descriptor::Type::Class(class) = &self.program.allocations[site].ty else { return true };
        let supertypes = self.program.hierarchy.supertypes(class);
        supertypes.names().iter().any(|name| {
            &**name == "java/lang/Cloneable"
                || &**name == "java/io/Serializable"
                || self.program.hierarchy.class(name).is_none()
        })
    }
}
