//! The worklist.

mod calls;
mod library;
mod statements;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use index_vec::IndexVec;
use indexmap::IndexSet;
use ir::{AllocationKind, CallSiteId, ClassId, FieldId, LocalId, MethodId, Program};
use jvm::descriptor::Type;
use jvm::hierarchy::Answer;
use roaring::RoaringBitmap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::PointsTo;
use crate::dispatch::{Callee, Dispatch};
use crate::node::{Node, NodeId, ObjectId};

/// Where execution begins.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// Fields that code outside the sources reads and writes: those that monitors name.
    pub fields: BTreeSet<FieldId>,
}

/// Solves the constraints of all methods reachable from the roots. Deterministic.
pub fn solve(program: &Program, dispatch: &Dispatch<'_>, roots: &Roots) -> PointsTo {
    let mut solver = Solver::new(program, dispatch, roots);
    solver.start();
    solver.run();
    solver.finish()
}

/// What happens when an object arrives in a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Use {
    /// `target = node.field`
    Load(FieldId, NodeId),
    /// `node.field = source`
    Store(FieldId, NodeId),
    /// `target = node[..]`
    ArrayLoad(NodeId),
    /// `node[..] = source`
    ArrayStore(NodeId),
    /// The receiver of a virtual or interface call.
    Receiver(CallSiteId),
}

pub(crate) struct Solver<'a> {
    pub(super) program: &'a Program,
    pub(super) dispatch: &'a Dispatch<'a>,
    pub(super) roots: &'a Roots,
    nodes: IndexSet<Node, FxBuildHasher>,
    sets: IndexVec<NodeId, RoaringBitmap>,
    arrived: IndexVec<NodeId, RoaringBitmap>,
    edges: IndexVec<NodeId, Vec<NodeId>>,
    connected: FxHashSet<(NodeId, NodeId)>,
    uses: IndexVec<NodeId, Vec<Use>>,
    pending: VecDeque<NodeId>,
    masks: FxHashMap<Type, RoaringBitmap>,
    pub(super) reachable: BTreeSet<MethodId>,
    pub(super) new_methods: Vec<MethodId>,
    pub(super) targets: BTreeMap<CallSiteId, BTreeSet<Callee>>,
    pub(super) anytime: BTreeSet<MethodId>,
    pub(super) initialized: BTreeSet<ir::ClassId>,
}

impl<'a> Solver<'a> {
    fn new(program: &'a Program, dispatch: &'a Dispatch<'a>, roots: &'a Roots) -> Self {
        Solver {
            program,
            dispatch,
            roots,
            nodes: IndexSet::default(),
            sets: IndexVec::new(),
            arrived: IndexVec::new(),
            edges: IndexVec::new(),
            connected: FxHashSet::default(),
            uses: IndexVec::new(),
            pending: VecDeque::new(),
            masks: FxHashMap::default(),
            reachable: BTreeSet::new(),
            new_methods: Vec::new(),
            targets: BTreeMap::new(),
            anytime: BTreeSet::new(),
            initialized: BTreeSet::new(),
        }
    }

    fn start(&mut self) {
        self.add_object(Node::Library, ObjectId::LIBRARY);
        self.flow(Node::Library, Node::Thrown);
        self.flow(Node::Thrown, Node::Library);
        for &entry in &self.roots.entries {
            self.enter_from_outside(entry);
        }
        for &method in &self.roots.anytime {
            self.call_at_any_time(method, None);
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

    fn run(&mut self) {
        loop {
            if let Some(method) = self.new_methods.pop() {
                self.process_method(method);
            } else if let Some(node) = self.pending.pop_front() {
                self.propagate(node);
            } else {
                return;
            }
        }
    }

    fn propagate(&mut self, node: NodeId) {
        let arrived = std::mem::take(&mut self.arrived[node]);
        for target in self.edges[node].clone() {
            self.add(target, &arrived);
        }
        for used in self.uses[node].clone() {
            for object in &arrived {
                self.apply(used, ObjectId::from_raw(object));
            }
        }
        if self.nodes[node.index()] == Node::Library {
            for object in &arrived {
                self.escape(ObjectId::from_raw(object));
            }
        }
    }

    fn apply(&mut self, used: Use, object: ObjectId) {
        match used {
            Use::Load(field, target) => {
                let source = self.node(Node::Field(object, field));
                self.connect(source, target);
                self.open_library_state(object, source, target, true);
            }
            Use::Store(field, source) => {
                let target = self.node(Node::Field(object, field));
                self.connect(source, target);
                self.open_library_state(object, target, source, false);
            }
            Use::ArrayLoad(target) => {
                let source = self.node(Node::Elements(object));
                self.connect(source, target);
                self.open_library_state(object, source, target, true);
            }
            Use::ArrayStore(source) => {
                let target = self.node(Node::Elements(object));
                self.connect(source, target);
                self.open_library_state(object, target, source, false);
            }
            Use::Receiver(site) => self.dispatch_call(site, object),
        }
    }

    /// State of the library's objects is the library's.
    fn open_library_state(&mut self, object: ObjectId, state: NodeId, other: NodeId, loads: bool) {
        if object == ObjectId::LIBRARY {
            let library = self.node(Node::Library);
            self.connect(library, state);
            self.connect(state, library);
            if loads {
                self.connect(library, other);
            }
        }
    }

    pub(super) fn node(&mut self, node: Node) -> NodeId {
        let (index, new) = self.nodes.insert_full(node);
        if new {
            self.sets.push(RoaringBitmap::new());
            self.arrived.push(RoaringBitmap::new());
            self.edges.push(Vec::new());
            self.uses.push(Vec::new());
        }
        NodeId::from_usize(index)
    }

    /// Everything in `source` is in `target`, too.
    pub(super) fn flow(&mut self, source: Node, target: Node) {
        let (source, target) = (self.node(source), self.node(target));
        self.connect(source, target);
    }

    pub(super) fn connect(&mut self, source: NodeId, target: NodeId) {
        if source != target && self.connected.insert((source, target)) {
            self.edges[source].push(target);
            let known = self.sets[source].clone();
            self.add(target, &known);
        }
    }

    pub(super) fn add_object(&mut self, node: Node, object: ObjectId) {
        let node = self.node(node);
        self.add(node, &RoaringBitmap::from_iter([object.raw()]));
    }

    pub(super) fn add_use(&mut self, node: NodeId, used: Use) {
        if self.uses[node].contains(&used) {
            return;
        }
        self.uses[node].push(used);
        for object in &self.sets[node].clone() {
            self.apply(used, ObjectId::from_raw(object));
        }
    }

    fn add(&mut self, node: NodeId, objects: &RoaringBitmap) {
        let mut new = objects - &self.sets[node];
        if let Some(ty) = self.declared_type(node) {
            new &= self.mask(&ty);
        }
        if new.is_empty() {
            return;
        }
        self.sets[node] |= &new;
        if self.arrived[node].is_empty() {
            self.pending.push_back(node);
        }
        self.arrived[node] |= new;
    }

    fn declared_type(&self, node: NodeId) -> Option<Type> {
        match self.nodes[node.index()] {
            Node::Local(method, local) => Some(self.program.methods[method].body.as_ref()?.locals[local].ty.clone()),
            Node::Field(_, field) | Node::Static(field) => Some(self.program.fields[field].ty.clone()),
            Node::Elements(_) | Node::Return(_) | Node::Captured(_) | Node::Thrown | Node::Library => None,
        }
    }

    /// The objects that a variable of this type may hold.
    fn mask(&mut self, ty: &Type) -> &RoaringBitmap {
        if !self.masks.contains_key(ty) {
            let allocations = self.program.allocations.indices().map(ObjectId::of);
            let all = std::iter::once(ObjectId::LIBRARY).chain(allocations);
            let mask = all.filter(|&object| self.may_hold(ty, object)).map(ObjectId::raw).collect();
            self.masks.insert(ty.clone(), mask);
        }
        &self.masks[ty]
    }

    fn may_hold(&self, ty: &Type, object: ObjectId) -> bool {
        let Some(allocation) = object.allocation() else { return self.library_may_make(ty) };
        let site = &self.program.allocations[allocation];
        let is_interface = |name: &str| self.program.hierarchy.class(name).is_none_or(|info| info.is_interface());
        match (&site.kind, ty) {
            (AllocationKind::Functional { .. }, Type::Class(name)) => {
                is_interface(name) || &**name == "java/lang/Object"
            }
            (AllocationKind::Functional { .. }, _) => false,
            _ => self.program.hierarchy.is_subtype(&site.ty, ty) != Answer::No,
        }
    }

    fn library_may_make(&self, ty: &Type) -> bool {
        match ty {
            Type::Class(name) => self.dispatch.class(name).is_none() || self.is_opened(name),
            Type::Array(_) => true,
            Type::Primitive(_) => false,
        }
    }

    /// Whether the class or one of its subclasses is open to the library.
    fn is_opened(&self, name: &Arc<str>) -> bool {
        self.roots.opened.iter().any(|&class| {
            let opened = &self.program.classes[class].name;
            opened == name || self.program.hierarchy.is_subclass(opened, name).may()
        })
    }

    fn finish(self) -> PointsTo {
        let nodes = self.nodes.iter().copied().zip(self.sets).collect();
        PointsTo::new(nodes, self.reachable, self.targets, self.anytime)
    }
}
