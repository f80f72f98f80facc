//! The worklist.

mod calls;
mod graph;
mod library;
mod modelled;
mod statements;

use std::collections::BTreeSet;

use index_vec::IndexVec;
use indexmap::IndexMap;
use ir::{AllocationKind, CallSiteId, ClassId, FieldId, LocalId, MethodId, MethodRef, Program};
use jvm::descriptor::Type;
use roaring::RoaringBitmap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::PointsTo;
use crate::dispatch::{Callee, Dispatch};
use crate::models::{KindId, Models, PartId};
use crate::node::{Node, NodeId, Object, ObjectId};
use crate::nodes::Nodes;
use crate::result::Found;
use crate::types::{Made, TypeId, Types};
use graph::Graph;
use modelled::{Applications, Inner};

/// Where execution begins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Roots {
    /// The entry points; one of them runs, once.
    pub entries: Vec<MethodId>,
    /// Methods that run at any time with anything that has escaped, as receiver too: those that monitors call.
    pub anytime: Vec<MethodId>,
    /// Locals whose values code outside the sources gets hold of: event parameters that monitors hand on.
    pub escaping: Vec<(MethodId, LocalId)>,
    /// Classes that the library may make objects of, and whose methods and fields it may use: all of them in an open
    /// world, those that reflection may reach else.
    pub opened: BTreeSet<ClassId>,
    /// Classes that the library may make objects of, apart from those that are open to it: nothing else of them is.
    pub made: BTreeSet<ClassId>,
    /// Fields that code outside the sources reads and writes: those that monitors name.
    pub fields: BTreeSet<FieldId>,
}

/// Solves the constraints of all methods reachable from the roots, with what `models` say of the library. Deterministic.
///
/// Models cost where much is open to the library: beyond a budget of [`EFFORT_WITH_MODELS`] the analysis goes on without
/// them, which is as sound and less precise ([`PointsTo::is_modelled`]).
pub fn solve(program: &Program, dispatch: &Dispatch<'_>, roots: &Roots, models: &Models) -> PointsTo {
    let budget = LEAST_EFFORT.max(EFFORT_WITH_MODELS * program.methods.len() as u64);
    let mut solver = Solver::new(program, dispatch, roots, models);
    solver.start();
    match solver.run(budget) {
        true => solver.finish(),
        false => solve_with(program, dispatch, roots, &Models::none()),
    }
}

/// How many objects may go along edges for each method of the program before models are given up.
pub const EFFORT_WITH_MODELS: u64 = 2_000;

/// What small programs may take at least.
const LEAST_EFFORT: u64 = 10_000_000;

/// As [`solve`], with these models whatever they cost.
pub fn solve_with(program: &Program, dispatch: &Dispatch<'_>, roots: &Roots, models: &Models) -> PointsTo {
    let mut solver = Solver::new(program, dispatch, roots, models);
    solver.start();
    solver.run(u64::MAX);
    solver.finish()
}

/// A place inside an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    Field(FieldId),
    Part(PartId),
}

/// What happens when an object arrives in a node.
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
}

pub(crate) struct Solver<'a> {
    program: &'a Program,
    dispatch: &'a Dispatch<'a>,
    roots: &'a Roots,
    models: &'a Models,
    objects: IndexVec<ObjectId, Object>,
    /// What models say of each object.
    kinds: IndexVec<ObjectId, Option<KindId>>,
    modelled: Applications<'a>,
    /// Calls whose arguments escape.
    given_to_library: FxHashSet<CallSiteId>,
    types: Types<'a>,
    nodes: Nodes,
    graph: Graph,
    /// Instance fields that code without sources uses: each has one node, whatever the object.
    shared_fields: FxHashSet<FieldId>,
    selected: FxHashMap<(MethodRef, Made), Vec<Callee>>,
    reachable: BTreeSet<MethodId>,
    new_methods: Vec<MethodId>,
    targets: IndexMap<CallSiteId, BTreeSet<Callee>, FxBuildHasher>,
    anytime: BTreeSet<MethodId>,
    /// Those that code without sources calls with whatever it has.
    called_from_outside: BTreeSet<MethodId>,
    initialized: BTreeSet<ClassId>,
}

impl<'a> Solver<'a> {
    fn new(program: &'a Program, dispatch: &'a Dispatch<'a>, roots: &'a Roots, models: &'a Models) -> Self {
        let allocated = program.allocations.indices().map(Object::Allocated);
        let opened = roots.opened.iter().flat_map(|&class| &program.classes[class].fields);
        Solver {
            program,
            dispatch,
            roots,
            models,
            kinds: std::iter::once(None)
                .chain(program.allocations.iter().map(|site| kind_of(models, program, site)))
                .collect(),
            modelled: Applications::default(),
            given_to_library: FxHashSet::default(),
            objects: std::iter::once(Object::Library).chain(allocated).collect(),
            types: Types::new(program, roots.opened.union(&roots.made).copied()),
            nodes: Nodes::new(program),
            graph: Graph::default(),
            shared_fields: opened.chain(&roots.fields).copied().collect(),
            selected: FxHashMap::default(),
            reachable: BTreeSet::new(),
            new_methods: Vec::new(),
            targets: IndexMap::default(),
            anytime: BTreeSet::new(),
            called_from_outside: BTreeSet::new(),
            initialized: BTreeSet::new(),
        }
    }

    fn start(&mut self) {
        let library = self.node(Node::Library);
        self.graph.watch(library);
        self.add_object(Node::Library, ObjectId::LIBRARY);
        for &entry in &self.roots.entries {
            self.enter_from_outside(entry);
        }
        for &method in &self.roots.anytime {
            self.call_at_any_time(method);
            self.receive_everything(method, 0);
        }
        for &(method, local) in &self.roots.escaping {
            self.flow(Node::Local(method, local), Node::Library);
        }
        for &class in &self.roots.opened {
            self.open(class);
        }
        for &field in &self.roots.fields {
            self.share(field);
        }
    }

    /// Whether it came to its end within the budget.
    fn run(&mut self, budget: u64) -> bool {
        loop {
            if self.graph.effort > budget {
                return false;
            }
            if let Some(method) = self.new_methods.pop() {
                self.process_method(method);
            } else if let Some(escaping) = self.graph.escaping() {
                escaping.iter().for_each(|object| self.escape(ObjectId::from_raw(object)));
            } else if let Some((arrived, uses)) = self.graph.step(&self.types) {
                uses.into_iter().for_each(|used| self.apply(used, &arrived));
            } else {
                return true;
            }
        }
    }

    fn apply(&mut self, used: Use, arrived: &RoaringBitmap) {
        let objects = arrived.iter().map(ObjectId::from_raw);
        match used {
            Use::Load(slot, target) => objects.for_each(|object| {
                let source = self.slot(object, slot);
                self.graph.connect(source, target, &self.types);
            }),
            Use::Store(slot, source) => objects.for_each(|object| {
                let target = self.slot(object, slot);
                self.graph.connect(source, target, &self.types);
            }),
            Use::Receiver(site) => self.dispatch_call(site, arrived),
            Use::Inner(inner) => self.call_inner(inner, arrived),
        }
    }

    /// The node of a place inside an object. What an object of the library holds, the library has.
    fn slot(&mut self, object: ObjectId, slot: Slot) -> NodeId {
        let node = match (self.objects[object], slot) {
            (Object::Library, _) => Node::Library,
            (_, Slot::Field(field)) if self.shared_fields.contains(&field) => Node::Static(field),
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
            self.graph.push(filter, matches!(node, Node::Library | Node::Escaped(_)));
        }
        number
    }

    fn filter_of(&mut self, node: Node) -> Option<TypeId> {
        let program = self.program;
        let ty = match node {
            Node::Local(method, local) => &program.methods[method].body.as_ref()?.locals[local].ty,
            Node::Field(_, field) | Node::Static(field) => &program.fields[field].ty,
            Node::Elements(object) => match &program.allocations[self.objects[object].allocation()?].ty {
                Type::Array(element) => element,
                _ => return None,
            },
            Node::Escaped(ty) => return Some(TypeId::from_raw(ty)),
            Node::Part(..) | Node::Term(..) | Node::TermPart(..) | Node::Asked(..) | Node::Passed => return None,
            Node::Return(_) | Node::Captured(_) | Node::Library => return None,
        };
        ty.is_reference().then(|| self.types.filter(ty))
    }

    /// Everything in `source` is in `target`, too.
    fn flow(&mut self, source: Node, target: Node) {
        let (source, target) = (self.node(source), self.node(target));
        self.graph.connect(source, target, &self.types);
    }

    /// Everything that has escaped, and fits, is in `target`. Targets of one type share the selection.
    fn flow_from_library(&mut self, target: Node) {
        let target = self.node(target);
        let source = match self.filter_of(self.nodes[target]) {
            Some(ty) => {
                self.flow(Node::Library, Node::Escaped(ty.raw()));
                Node::Escaped(ty.raw())
            }
            None => Node::Library,
        };
        let source = self.node(source);
        self.graph.connect(source, target, &self.types);
    }

    fn add_object(&mut self, node: Node, object: ObjectId) {
        let node = self.node(node);
        self.graph.add(node, &RoaringBitmap::from_iter([object.raw()]), &self.types);
    }

    fn wait(&mut self, node: NodeId, used: Use) {
        if let Some(there) = self.graph.add_use(node, used) {
            self.apply(used, &there);
        }
    }

    fn finish(self) -> PointsTo {
        let (sets, representatives) = self.graph.finish();
        PointsTo::new(
            self.program,
            self.objects,
            Found { nodes: self.nodes, sets, representatives },
            self.reachable,
            self.targets.into_iter().collect(),
            self.anytime,
            self.models.kinds().next().is_some(),
        )
    }
}

/// What models say of the objects of an allocation: those of exactly one class of the library.
fn kind_of(models: &Models, program: &Program, site: &ir::AllocationSite) -> Option<KindId> {
    match (&site.kind, &site.ty) {
        (AllocationKind::Instance, Type::Class(name)) if !program.hierarchy.is_source(name) => models.kind_of(name),
        _ => None,
    }
}
