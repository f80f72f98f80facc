//! The worklist.

mod alike;
mod callees;
mod calls;
mod during;
mod escaped;
mod factories;
mod graph;
mod handed;
mod library;
mod marks;
mod modelled;
mod roots;
mod statements;
mod stops;
mod unseen;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;

use index_vec::IndexVec;
use indexmap::IndexMap;
use ir::{AllocationKind, CallSiteId, ClassId, FieldId, LocalId, MethodId, Program};
use java_types::descriptor::Type;
use roaring::RoaringBitmap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::PointsTo;
use crate::constraints::Constraints;
use crate::dispatch::{Callee, Dispatch};
use crate::hidden::{Calls, Running};
use crate::models::{KindId, Models};
use crate::node::{Node, NodeId, Object, ObjectId, Slot};
use crate::nodes::Nodes;
use crate::result::{Found, Objects, Runs};
use crate::roots::Roots;
use crate::type_id::TypeId;
use crate::types::{Made, Types};
use alike::Likeness;
use callees::{CalleeId, Callees};
use during::During;
use escaped::{BroadcastId, Broadcasts};
use factories::Factories;
use graph::{Finished, Graph};
use marks::Marks;
use modelled::{Applications, Inner};
use unseen::Unseen;

/// How much may be done for each method of the program before models are given up: constraints that
/// are stated, ways that are looked at, words of sets that are compared, objects that arrive, calls
/// that learn what they run. Real programs take up to 757 (docs/evidence.md).
pub const EFFORT_WITH_MODELS: u64 = 2_000;

/// The least effort, which small programs may take.
const LEAST_EFFORT: u64 = 10_000_000;

/// Returns what may be done with models: beyond it the analysis goes on without them, which is as
/// sound and less precise.
pub(crate) fn budget(program: &Program) -> u64 {
    LEAST_EFFORT.max(EFFORT_WITH_MODELS * program.methods.len() as u64)
}

/// Solves the constraints of all methods reachable from the roots, with what `models` say of the
/// library. Deterministic. Models may be given up ([`EFFORT_WITH_MODELS`],
/// [`PointsTo::is_modelled`]).
pub fn solve(
    program: &Program,
    dispatch: &Dispatch<'_>,
    roots: &Roots,
    models: &Models,
) -> PointsTo {
    let mut solver = Solver::new(program, dispatch, models, false);
    solver.add(roots);
    if solver.run(budget(program)) {
        solver.finish().0
    } else {
        solve_with(program, dispatch, roots, &Models::none())
    }
}

/// As [`solve`], with these models whatever they cost.
pub fn solve_with(
    program: &Program,
    dispatch: &Dispatch<'_>,
    roots: &Roots,
    models: &Models,
) -> PointsTo {
    let mut solver = Solver::new(program, dispatch, models, false);
    solver.add(roots);
    solver.run(u64::MAX);
    solver.finish().0
}

/// A use of an object that arrives in a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Use {
    /// `target = node.slot`
    Load(Slot, NodeId),
    /// `node.slot = source`
    Store(Slot, NodeId),
    /// The receiver of a virtual or interface call.
    Receiver(CallSiteId),
    /// The receiver of a call that a model makes.
    Inner(Inner),
    /// The receivers of calls on whatever has escaped.
    Broadcast(BroadcastId),
}

pub(crate) struct Solver<'a> {
    program: &'a Program,
    dispatch: &'a Dispatch<'a>,
    /// Classes whose methods and fields code without sources uses.
    opened: BTreeSet<ClassId>,
    /// Classes that it makes objects of, those among them.
    made_by_library: BTreeSet<ClassId>,
    /// Classes that it makes objects of by their constructors.
    constructed: BTreeSet<ClassId>,
    models: &'a Models,
    objects: IndexVec<ObjectId, Object>,
    /// The kind that models give each object.
    kinds: IndexVec<ObjectId, Option<KindId>>,
    /// Of what objects are that have escaped and are told from others by no more than that.
    likenesses: FxHashSet<Likeness>,
    modelled: Applications<'a>,
    broadcasts: Broadcasts<'a>,
    factories: Factories,
    /// Calls whose arguments escape.
    given_to_library: FxHashSet<CallSiteId>,
    /// True if a library that is not of the JDK may give out what it has, as a model says.
    gets_of_foreign: bool,
    marks: Marks,
    types: Types<'a>,
    nodes: Nodes,
    graph: Graph,
    /// Instance fields that code without sources uses: each has one node, whatever the object.
    shared_fields: FxHashSet<FieldId>,
    callees: Callees<'a>,
    selected: FxHashMap<(CalleeId, Made), Rc<[Callee]>>,
    /// The methods that calls run on objects of the library: this grows with the roots.
    selected_on_library: IndexMap<CalleeId, Rc<[Callee]>, FxBuildHasher>,
    reachable: BTreeSet<MethodId>,
    new_methods: Vec<MethodId>,
    targets: IndexMap<CallSiteId, BTreeSet<Callee>, FxBuildHasher>,
    /// Methods that are called with values of code without sources, whenever that is.
    from_outside: BTreeSet<MethodId>,
    /// Those of them that run at any time, on any thread.
    anytime: BTreeSet<MethodId>,
    /// Methods that code without sources calls with whatever it has.
    called_from_outside: BTreeSet<MethodId>,
    /// Methods that it calls on whatever it has, too.
    anytime_roots: BTreeSet<MethodId>,
    /// Those that reflection calls during calls of the sources.
    during_roots: BTreeSet<MethodId>,
    /// The methods that reflection calls during each call.
    reflected: During,
    /// Classes that statements use, and those that code without sources uses.
    initialized: BTreeSet<ClassId>,
    initialized_elsewhere: BTreeSet<ClassId>,
    /// Static entry points: they are the first to use their classes.
    entered: BTreeSet<MethodId>,
    unseen: Unseen,
}

impl<'a> Solver<'a> {
    /// Nothing runs yet. With `recording` the constraints are kept for those who ask why.
    pub(crate) fn new(
        program: &'a Program,
        dispatch: &'a Dispatch<'a>,
        models: &'a Models,
        recording: bool,
    ) -> Self {
        let types = Types::new(program, models.claimed().map(|of| Type::Class(of.clone())));
        // Ids of objects: the library's, allocations, those that reflection makes, those that stand
        // for others.
        let allocated = program.allocations.indices().map(Object::Allocated);
        let constructed = program.classes.indices().map(Object::Constructed);
        let abbreviations = types.abbreviations();
        let mut solver = Solver {
            program,
            dispatch,
            opened: BTreeSet::new(),
            made_by_library: BTreeSet::new(),
            constructed: BTreeSet::new(),
            models,
            kinds: std::iter::once(None)
                .chain(
                    program
                        .allocations
                        .iter()
                        .map(|site| kind_of(models, program, site)),
                )
                .chain(constructed.clone().map(|_| None))
                .chain(abbreviations.clone().map(|_| None))
                .collect(),
            likenesses: FxHashSet::default(),
            modelled: Applications::default(),
            broadcasts: Broadcasts::default(),
            factories: Factories::default(),
            given_to_library: FxHashSet::default(),
            gets_of_foreign: false,
            marks: Marks::default(),
            objects: std::iter::once(Object::Library)
                .chain(allocated)
                .chain(constructed)
                .chain(abbreviations.map(|_| Object::Escaped))
                .collect(),
            types,
            nodes: Nodes::new(program),
            graph: Graph::new(recording),
            shared_fields: FxHashSet::default(),
            callees: Callees::new(program),
            selected: FxHashMap::default(),
            selected_on_library: IndexMap::default(),
            reachable: BTreeSet::new(),
            new_methods: Vec::new(),
            targets: IndexMap::default(),
            from_outside: BTreeSet::new(),
            anytime: BTreeSet::new(),
            called_from_outside: BTreeSet::new(),
            anytime_roots: BTreeSet::new(),
            during_roots: BTreeSet::new(),
            reflected: During::new(),
            initialized: BTreeSet::new(),
            initialized_elsewhere: BTreeSet::new(),
            entered: BTreeSet::new(),
            unseen: Unseen::default(),
        };

        let library = solver.node(Node::Library);
        solver.graph.make_library(library);
        solver.add_object(Node::Library, ObjectId::LIBRARY);
        solver
    }

    /// Goes on until nothing changes. Whether it came to its end within the budget, which is what
    /// it may do since the beginning.
    pub(crate) fn run(&mut self, budget: u64) -> bool {
        loop {
            if self.graph.effort > budget {
                return false;
            }
            // Constraints are stated before objects are handed on, which saves passes.
            if let Some(method) = self.new_methods.pop() {
                self.process_method(method);
            } else if let Some(escaping) = self.graph.escaping() {
                let mut escaping = Cow::Owned(escaping);
                self.graph.stops.take_marks(&mut escaping);
                escaping
                    .iter()
                    .for_each(|object| self.escape(ObjectId::from_raw(object)));
            } else if let Some((arrived, uses)) = self.graph.step(&mut self.types) {
                self.apply_all(&uses, &arrived);
            } else {
                return true;
            }
        }
    }

    /// Applies uses to objects, and to all that some of them stand for.
    fn apply_all(&mut self, uses: &[Use], arrived: &RoaringBitmap) {
        let abbreviated = self
            .types
            .abbreviated_in(arrived)
            .filter_map(|object| self.types.abbreviated(object));
        let abbreviated: Vec<TypeId> = abbreviated.collect();
        let mut own = Cow::Borrowed(arrived);

        if !abbreviated.is_empty() {
            own.to_mut().remove_range(self.types.abbreviations());
        }
        let marks = self.graph.stops.marks_in(arrived);
        self.graph.stops.take_marks(&mut own);

        for &used in uses {
            if let Use::Load(Slot::Part(Models::ELEMENTS), target) = used {
                self.graph.give_marks(target, &marks, &mut self.types);
            }
            if !own.is_empty() {
                self.apply(used, &own);
            }
            // One object stands for all escaped ones of a type, and the use meets them together.
            for &ty in &abbreviated {
                self.apply_to_escaped(used, ty);
            }
        }
    }

    fn apply(&mut self, used: Use, arrived: &RoaringBitmap) {
        match used {
            Use::Load(slot, target) => {
                for source in self.slots(arrived, slot) {
                    let source = self.fitting(source, slot);
                    self.graph.connect(source, target, &mut self.types);
                }
            }
            Use::Store(slot, source) => {
                for target in self.slots(arrived, slot) {
                    self.graph.connect(source, target, &mut self.types);
                }
            }
            Use::Receiver(site) => self.dispatch_call(site, arrived),
            Use::Inner(inner) => self.call_inner(inner, arrived),
            Use::Broadcast(broadcast) => self.broadcast(broadcast, arrived),
        }
    }

    /// Of what the library holds, what may be in a field: the variable that it is read into may
    /// hold more.
    fn fitting(&mut self, source: NodeId, slot: Slot) -> NodeId {
        if !matches!((self.nodes[source], slot), (Node::Library, Slot::Field(_))) {
            return source;
        }
        let found = Node::Found(Types::EVERYTHING.raw(), slot);
        self.flow_from_library(found);
        self.node(found)
    }

    /// The nodes of a place inside objects, each once in a row.
    fn slots(&mut self, objects: &RoaringBitmap, slot: Slot) -> Vec<NodeId> {
        let mut slots = Vec::new();
        match slot {
            Slot::Field(field) if self.shared_fields.contains(&field) => {
                // A shared field has one node, whatever the object. Only what the library's object
                // holds is the library's.
                let library = ObjectId::LIBRARY.raw();
                slots.extend(
                    objects
                        .min()
                        .filter(|&first| first == library)
                        .map(|_| self.node(Node::Library)),
                );
                slots.extend(
                    objects
                        .max()
                        .filter(|&last| last != library)
                        .map(|_| self.node(Node::Static(field))),
                );
            }
            _ => {
                let holders = self.factories.holders(objects).into_owned();
                slots.extend(
                    holders
                        .iter()
                        .map(|object| self.slot(ObjectId::from_raw(object), slot)),
                );
            }
        }
        slots.dedup();

        slots
    }

    /// The node of a place inside an object that holds things itself ([`Factories::holder`]). What
    /// an object of the library holds, the library has.
    fn slot(&mut self, object: ObjectId, slot: Slot) -> NodeId {
        let node = match (self.objects[object], slot) {
            (Object::Library, _) => Node::Library,
            (_, Slot::Field(field)) if self.shared_fields.contains(&field) => Node::Static(field),
            (Object::Made { .. }, Slot::Field(_)) => Node::Library,
            (_, Slot::Field(field)) => Node::Field(object, field),
            (_, Slot::Part(part)) => self.part(object, part),
        };
        self.node(node)
    }

    fn node(&mut self, node: Node) -> NodeId {
        let (number, new) = self.nodes.number(self.program, node);
        for created in self.nodes.len() - new..self.nodes.len() {
            let node = self.nodes[NodeId::from_usize(created)];
            let filter = self.filter_of(node);
            self.graph.push(filter, matches!(node, Node::Escaped(_)));
        }
        number
    }

    fn filter_of(&mut self, node: Node) -> Option<TypeId> {
        let program = self.program;
        let ty = match node {
            Node::Local(method, local) => &program.methods[method].body.as_ref()?.locals[local].ty,
            Node::Field(_, field) | Node::Static(field) => &program.fields[field].ty,
            Node::Found(_, Slot::Field(field)) | Node::Put(_, Slot::Field(field)) => {
                &program.fields[field].ty
            }
            Node::Elements(object) => {
                match &program.allocations[self.objects[object].allocation()?].ty {
                    Type::Array(element) => element,
                    _ => return None,
                }
            }
            Node::Escaped(ty) | Node::Receiver(_, _, ty) => return Some(TypeId::from_raw(ty)),
            Node::Part(..) | Node::Found(..) | Node::Put(..) => return None,
            Node::Term(..) | Node::TermPart(..) | Node::Asked(..) => return None,
            Node::Passed | Node::Elsewhere => return None,
            Node::Result(site) => {
                let call = &program.calls[site];
                &program.methods[call.method].body.as_ref()?.locals[call.result?].ty
            }
            Node::Return(_) | Node::Given(_) | Node::Outside(_) | Node::Inside(_) => return None,
            Node::Captured(_) | Node::Library => return None,
        };

        ty.is_reference().then(|| self.types.filter(ty))
    }

    /// Everything in `source` is in `target`, too.
    fn flow(&mut self, source: Node, target: Node) {
        let (source, target) = (self.node(source), self.node(target));
        self.graph.connect(source, target, &mut self.types);
    }

    /// Everything that has escaped, and fits, is in `target`.
    fn flow_from_library(&mut self, target: Node) {
        self.flow(Node::Library, target);
    }

    /// Everything that has escaped, and fits, is in `node`, and what is in `node` escapes.
    fn open_to_library(&mut self, node: Node) {
        let node = self.node(node);
        self.graph.open(node, &mut self.types);
    }

    fn add_object(&mut self, node: Node, object: ObjectId) {
        let node = self.node(node);
        self.graph.give(
            None,
            node,
            &RoaringBitmap::from_iter([object.raw()]),
            &mut self.types,
        );
    }

    fn wait(&mut self, node: NodeId, used: Use) {
        if let Some(there) = self.graph.add_use(node, used) {
            self.apply_all(&[used], &there);
        }
    }

    /// Returns what runs as far as it has come.
    pub(crate) fn running(&self) -> Running<'_> {
        Running {
            reachable: &self.reachable,
            anytime: &self.from_outside,
        }
    }

    /// Returns what their calls run as far as it has come.
    pub(crate) fn calls(&self) -> Calls<'_> {
        let targets = self.targets.iter();
        Calls::of(targets.map(|(&site, callees)| (site, callees)))
    }

    /// Returns whether no object may be in a local.
    pub(crate) fn holds_nothing(&mut self, method: MethodId, local: LocalId) -> bool {
        let node = self.node(Node::Local(method, local));
        self.graph.holds_nothing(node, &mut self.types)
    }

    /// Returns whether an object of which nothing is known but that the library makes it may be in
    /// a local.
    pub(crate) fn holds_library_object(&mut self, method: MethodId, local: LocalId) -> bool {
        let node = self.node(Node::Local(method, local));
        self.graph
            .holds_escaped(node, ObjectId::LIBRARY.raw(), &mut self.types)
    }

    /// The result, and the constraints if they were recorded; none otherwise.
    pub(crate) fn finish(mut self) -> (PointsTo, Constraints) {
        let inside = self.called_inside();
        let during = self.during();
        let unmodelled = self.given_to_library();
        let first_uses = self.first_uses();
        let is_empty = |kind: Option<KindId>| kind.is_some_and(|kind| self.models.kind(kind).empty);
        let empty = self
            .kinds
            .iter_enumerated()
            .filter(|(_, kind)| is_empty(**kind))
            .map(|(object, _)| object.raw());
        let empty = empty.collect();
        let opaque = self.opaque_objects();
        let escaped = self.graph.escaped(&mut self.types);
        let Finished {
            sets,
            representatives,
            recorded,
        } = self.graph.finish();

        let constraints = recorded
            .map(|recorded| {
                let applied = self.modelled.places(self.models);
                recorded.finish(applied, self.models.parts(), inside)
            })
            .unwrap_or_default();
        let points_to = PointsTo::new(
            self.program,
            Objects {
                objects: self.objects,
                holders: self.factories.finish(),
                empty,
                opaque,
                open: self.modelled.into_open(),
            },
            Found {
                nodes: self.nodes,
                sets,
                representatives,
                abbreviations: self.types.abbreviations(),
                escaped,
            },
            Runs {
                reachable: self.reachable,
                targets: self.targets.into_iter().collect(),
                during,
                unmodelled,
                first_uses,
                anytime: self.anytime,
            },
            self.models.kinds().next().is_some(),
        );

        (points_to, constraints)
    }
}

/// Returns what models say of the objects of an allocation: those of exactly one class of the
/// library.
fn kind_of(models: &Models, program: &Program, site: &ir::AllocationSite) -> Option<KindId> {
    match (&site.kind, &site.ty) {
        (AllocationKind::Instance, Type::Class(name)) if !program.hierarchy.is_source(name) => {
            models.kind_of(name)
        }
        _ => None,
    }
}
