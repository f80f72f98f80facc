//! The worklist over procedures and states.

use std::collections::BTreeSet;

use date::graph::{Certainty, EventGraph, Occurrence, Procedure};
use date::ids::{GeneratorId, NodeId, ProcedureId};
use index_vec::IndexVec;
use indexmap::IndexMap;
use ir::{CallSite, MethodId, StatementKind};
use roaring::RoaringBitmap;
use rustc_hash::FxBuildHasher;

use super::concern::{Scene, Tracked};
use super::disorder::Disorder;
use super::fact::{Fact, Facts};
use super::procedure::{Entered, Exploring, From, State};
use super::relevance::Methods;
use super::statement::statements;
use crate::graphs::events::{Place, Source};
use points_to::{Callee, Novelty, Object, ObjectId};

/// Beyond this many nodes an object is taken to be unordered.
const MOST_NODES: usize = 50_000;

/// With more generators than this that do not name it an object is taken to be unordered: each call
/// may raise any of them, and hardly anything is ruled out.
const MOST_OPEN: usize = 400;

/// The graph of one object, and why it knows no order if it knows none. `generators` are all those
/// that may concern the object, `entries` the entry points of the program.
pub fn event_graph(
    scene: &Scene<'_>,
    tracked: Tracked,
    subject: String,
    generators: &[GeneratorId],
    entries: &[MethodId],
) -> (EventGraph, Option<Disorder>) {
    let explored = Plan::new(scene, tracked, generators, entries).and_then(|mut plan| {
        if plan.is_too_large(scene) {
            return Err(Disorder::Size);
        }
        let explored = explored(scene, tracked, &plan, generators).or_else(|| {
            if plan.giving.is_empty() {
                return None;
            }
            // The graph is too large. Without the methods that make similar objects there is less
            // to explore, and such objects are not told apart.
            plan.giving = Methods::default();
            explored(scene, tracked, &plan, generators)
        });
        Ok((explored.ok_or(Disorder::Size)?, plan.background))
    });
    match explored {
        Ok(((procedures, entries), background)) => (
            EventGraph {
                subject,
                procedures,
                entries,
                background,
            },
            None,
        ),
        Err(disorder) => (
            EventGraph::unordered(subject, generators.iter().copied()),
            Some(disorder),
        ),
    }
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

/// The methods where the object's trace begins.
enum Beginnings {
    /// The method that makes the object.
    Births(MethodId),
    /// Wherever one of these is entered: the object may be there already.
    Entries(Vec<MethodId>),
}

/// The facts about the object's place in the program that shape its graph.
struct Plan {
    /// Methods from which an event of the object, or its allocation, may be reached.
    relevant: Methods,
    /// Methods that make objects like it: what a call of one gives back is told apart from it, as
    /// it is there already.
    giving: Methods,
    beginnings: Beginnings,
    /// True if nothing but locals ever refers to the object, and each event of it names one of
    /// them. It gets from activation to activation as an argument or a result. Nothing happens to
    /// it where no local holds it.
    is_held_by_locals: bool,
    /// The generators that leave open which object they concern.
    open: RoaringBitmap,
    /// The occurrences of these generators that other threads may raise.
    background: Vec<Occurrence>,
}

impl Plan {
    /// Fails if the events of the object come in no known order. O(call targets).
    fn new(
        scene: &Scene<'_>,
        tracked: Tracked,
        generators: &[GeneratorId],
        entries: &[MethodId],
    ) -> Result<Self, Disorder> {
        let sites: BTreeSet<MethodId> = generators
            .iter()
            .flat_map(|&g| scene.bodies_of(g))
            .collect();
        let maker = match tracked {
            Tracked::Object(object) => scene.points_to.maker(object, scene.program),
            Tracked::Global => None,
        };
        let allocator = maker.filter(|method| scene.points_to.reachable.contains(method));
        let anytime = scene.relevance.anytime();

        // Only activations have hold of it.
        let confined = matches!(tracked, Tracked::Object(object)
            if !scene.points_to.is_shared(object) && !scene.is_reused(object));
        // Code that runs at any time cannot find the object, unless it has made it.
        let stays = confined
            || matches!(tracked, Tracked::Object(object) if scene.one_thread.owns(object) && !scene.is_reused(object));
        let happens_anytime =
            |&generator: &GeneratorId| scene.notifications[generator].place.is_at_any_time();

        if !stays && sites.iter().any(|&site| anytime.contains(site)) {
            return Err(Disorder::Anytime);
        }
        if !stays && generators.iter().any(happens_anytime) {
            return Err(Disorder::Anytime);
        }

        // The library, a copy, or a function that is made once may bring an object without an
        // allocation on the way.
        let from_outside = match tracked {
            Tracked::Object(object) => {
                allocator.is_none() || scene.may_be_copied(object) || scene.is_reused(object)
            }
            Tracked::Global => true,
        };
        // An object that stays where it is made may be made by code that runs at any time.
        let everywhere = entries.iter().chain(&scene.points_to.anytime).copied();
        // What an initializer makes goes on at each of the many uses of its class, so that its birth
        // is no place to begin at.
        let is_anywhere = |method: MethodId| {
            anytime.contains(method) || scene.relevance.initializing().contains(method)
        };
        let beginnings =
            match allocator.filter(|&method| !from_outside && (stays || !is_anywhere(method))) {
                Some(method) => Beginnings::Births(method),
                None if stays => Beginnings::Entries(everywhere.collect()),
                None => Beginnings::Entries(entries.to_vec()),
            };

        let is_born = matches!(beginnings, Beginnings::Births(_));
        // With a birth to begin at, what makes similar objects is told apart. Without one, walks
        // have to come to the allocation.
        let (makers, giving) = (
            allocator.filter(|_| !is_born),
            allocator.filter(|_| is_born),
        );
        let (naming, open): (Vec<GeneratorId>, Vec<GeneratorId>) = generators
            .iter()
            .partition(|&&generator| scene.source(generator).is_some());
        let is_named = open.is_empty() || scene.is_seen_by_events_of_object;
        let is_held_by_locals =
            is_born && confined && is_named && naming.iter().all(|&g| scene.names_a_local(g));

        // What makes the object may run on another thread than what raises the event.
        let is_elsewhere = allocator.is_some_and(|method| anytime.contains(method));
        // Unless locals alone hold the object, events that name none can be followed only if all
        // its events are in the order of the program.
        let is_in_order = || {
            let is_anytime = is_elsewhere || sites.iter().any(|&site| anytime.contains(site));
            is_born && !is_anytime && !generators.iter().any(happens_anytime)
        };

        if tracked != Tracked::Global && !open.is_empty() {
            if !(is_held_by_locals || is_named && is_in_order()) {
                return Err(Disorder::Unnamed);
            }
            if open.len() > MOST_OPEN {
                return Err(Disorder::ManyUnnamed);
            }
        }

        let is_anytime = |&&generator: &&GeneratorId| {
            if happens_anytime(&generator) {
                return true;
            }
            let is_elsewhere = || {
                is_elsewhere
                    || scene
                        .bodies_of(generator)
                        .iter()
                        .any(|&m| anytime.contains(m))
            };
            !scene.of_one_thread.contains(generator.raw()) && is_elsewhere()
        };

        let background = open.iter().filter(is_anytime).filter(|_| is_held_by_locals);
        let background = background.map(|&generator| Occurrence {
            generator,
            certainty: Certainty::Maybe,
        });
        Ok(Plan {
            background: background.collect(),
            open: open.iter().map(|generator| generator.raw()).collect(),
            relevant: if is_held_by_locals {
                Methods::default()
            } else {
                scene
                    .relevance
                    .reaching(sites.iter().copied().chain(makers))
            },
            giving: if is_held_by_locals {
                Methods::default()
            } else {
                scene.relevance.reaching(giving)
            },
            beginnings,
            is_held_by_locals,
        })
    }
}

impl Plan {
    /// Returns whether the graph is larger than the largest one, without exploring it: from the
    /// entry points each method that matters is entered. It has a node for each block, and two for
    /// each call that is followed. O(statements).
    fn is_too_large(&self, scene: &Scene<'_>) -> bool {
        let Beginnings::Entries(entries) = &self.beginnings else {
            return false;
        };
        let least = |methods: &Methods| -> usize {
            let matters = methods.iter().map(|method| self.least_nodes(scene, method));
            matters.sum()
        };
        least(&self.relevant) > MOST_NODES && {
            let mut entered = scene.relevance.reachable_from(entries.iter().copied());
            entered.intersect(&self.relevant);
            least(&entered) > MOST_NODES
        }
    }

    fn least_nodes(&self, scene: &Scene<'_>, method: MethodId) -> usize {
        let body = scene.program.methods[method].body.as_ref();
        let blocks = body.map_or(0, |body| body.blocks.len());
        let called = |callee: &Callee| matches!(callee, Callee::Method(callee) if self.relevant.contains(*callee));
        let is_followed = |statement: &&StatementKind| {
            let StatementKind::Call(site) = statement else {
                return false;
            };
            let targets = scene.points_to.targets.get(site);
            targets.is_some_and(|targets| targets.iter().any(called))
        };
        let calls = statements(scene.program, method).map(|(_, _, statement)| statement);
        blocks + 2 * calls.filter(is_followed).count()
    }
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
            born_anywhere: matches!(plan.beginnings, Beginnings::Entries(_)),
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
            Beginnings::Entries(entries) => {
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
        while let Some((procedure, node, state)) = self.pending.pop() {
            self.walk(procedure, node, state);
            if self.nodes > MOST_NODES {
                return None;
            }
        }
        Some(())
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

impl Scene<'_> {
    /// The methods whose bodies hold a generator's place.
    fn bodies_of(&self, generator: GeneratorId) -> Vec<MethodId> {
        self.sites
            .bodies(self.program, self.notifications[generator].place)
    }

    /// Returns whether a generator names the object by a local, wherever it is.
    fn names_a_local(&self, generator: GeneratorId) -> bool {
        let notification = &self.notifications[generator];
        let Some(source) = self.source(generator) else {
            return false;
        };
        match (notification.place, source) {
            (_, Source::Read(_) | Source::Computed) | (Place::Initialization(_), _) => false,
            // A call whose result is dropped has no local for it.
            (Place::Call(point), Source::Result) => self
                .sites
                .at(point)
                .iter()
                .all(|&site| self.program.calls[site].result.is_some()),
            (Place::Call(_) | Place::Execution(_) | Place::Access(_), _) => true,
        }
    }

    /// Returns whether evaluating the expression that makes the object again may give the same one,
    /// in any activation and thread. That is so for lambdas and method references (JLS 15.13.3,
    /// 15.27.4).
    pub(super) fn is_reused(&self, object: ObjectId) -> bool {
        let site = self
            .points_to
            .object(object)
            .allocation()
            .map(|site| &self.program.allocations[site].kind);
        matches!(site, Some(ir::AllocationKind::Functional { .. }))
    }

    /// Returns whether the library may make objects of the same class without an allocation of the
    /// sources: by `clone` or by reading a serialized one.
    fn may_be_copied(&self, object: ObjectId) -> bool {
        let site = match self.points_to.object(object) {
            Object::Allocated(site) => site,
            Object::Made { novelty, .. } => {
                return novelty != Novelty::Result || self.points_to.is_shared(object);
            }
            Object::Library | Object::Constructed(_) | Object::Escaped => return true,
        };
        let java_types::descriptor::Type::Class(class) = &self.program.allocations[site].ty else {
            // An array is copied by what gets it, `clone` for one, which may then give out the copy.
            return self.points_to.is_shared(object);
        };

        let supertypes = self.program.hierarchy.supertypes(class);
        // A supertype that is not known may be either of the two.
        supertypes.names().iter().any(|name| {
            &**name == "java/lang/Cloneable"
                || &**name == "java/io/Serializable"
                || self.program.hierarchy.class(name).is_none()
        })
    }
}
