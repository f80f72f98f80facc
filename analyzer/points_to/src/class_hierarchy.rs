//! Class-hierarchy analysis (Dean, Grove, Chambers, ECOOP 1995): calls by declared types alone.
//!
//! A virtual call may run every override in the subtypes of its receiver's declared type; code
//! without sources may call back the methods of each class of which a method that runs makes an
//! object.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::{
    AllocationId, AllocationKind, CallKind, CallSite, CallSiteId, MethodId, MethodKind, MethodRef,
    Program, StatementKind, Target,
};
use java_types::Access;
use java_types::descriptor::Type;

use crate::call_graph::CallGraph;
use crate::dispatch::{Callee, Dispatch, arity};
use crate::hidden::{Calls, Running};
use crate::roots::Roots;

/// Name and number of parameters of the method of a functional interface.
type Shape = (Arc<str>, usize);

/// A functional object that is made: what it implements, and what it runs.
#[derive(Debug, Clone)]
struct Functional {
    interfaces: Vec<Arc<str>>,
    body: MethodId,
}

/// A virtual call, and the classes that its receiver may be below: the declared one and the one
/// that the instruction names.
#[derive(Debug, Clone)]
struct VirtualCall<'a> {
    site: CallSiteId,
    callee: &'a MethodRef,
    declared: Arc<str>,
}

/// The call graph of a program by the class hierarchy, with these roots. O(calls * overrides).
pub fn class_hierarchy(program: &Program, dispatch: &Dispatch<'_>, roots: &Roots) -> CallGraph {
    let mut hierarchy = ClassHierarchy::new(program, dispatch);
    hierarchy.add(roots);
    hierarchy.run();
    hierarchy.finish()
}

/// The walk over all methods that may run.
pub(crate) struct ClassHierarchy<'a> {
    program: &'a Program,
    dispatch: &'a Dispatch<'a>,
    found: CallGraph,
    pending: Vec<MethodId>,
    /// Classes whose initializers may run.
    used: BTreeSet<Arc<str>>,
    /// Classes of which objects are made.
    made: BTreeSet<Arc<str>>,
    /// Functional objects that are made, and calls that may run their bodies.
    functionals: BTreeMap<Shape, Vec<Functional>>,
    functional_calls: BTreeMap<Shape, Vec<VirtualCall<'a>>>,
    /// Interfaces of intersections, each with those that it stands beside.
    marked: BTreeSet<Vec<Arc<str>>>,
    calls: Vec<VirtualCall<'a>>,
    overrides: BTreeMap<(Arc<str>, &'a MethodRef), Vec<Callee>>,
}

impl<'a> ClassHierarchy<'a> {
    /// Nothing runs yet.
    pub fn new(program: &'a Program, dispatch: &'a Dispatch<'a>) -> Self {
        ClassHierarchy {
            program,
            dispatch,
            found: CallGraph::default(),
            pending: Vec::new(),
            used: BTreeSet::new(),
            made: BTreeSet::new(),
            functionals: BTreeMap::new(),
            functional_calls: BTreeMap::new(),
            marked: BTreeSet::new(),
            calls: Vec::new(),
            overrides: BTreeMap::new(),
        }
    }

    /// Adds what is done from outside.
    pub fn add(&mut self, roots: &Roots) {
        let program = self.program;
        roots.entries.iter().for_each(|&entry| self.reach(entry));
        roots
            .anytime
            .iter()
            .chain(roots.during.keys())
            .for_each(|&method| self.call_at_any_time(method));
        let made = roots
            .opened
            .iter()
            .chain(&roots.made)
            .chain(&roots.constructed);
        made.for_each(|&class| self.make(&program.classes[class].name));

        for &class in &roots.opened {
            let is_callable = |method: &&MethodId| {
                let method = &program.methods[**method];
                method.body.is_some()
                    && !matches!(
                        method.kind,
                        MethodKind::Lambda | MethodKind::MethodReference
                    )
            };
            let methods = program.classes[class].methods.iter().filter(is_callable);
            methods.for_each(|&method| self.call_at_any_time(method));
        }
    }

    /// Looks at all methods that may run. O(calls * overrides).
    pub fn run(&mut self) {
        while let Some(method) = self.pending.pop() {
            self.method(method);
        }
    }

    /// Returns what runs as far as it has come.
    pub fn running(&self) -> Running<'_> {
        Running {
            reachable: &self.found.reachable,
            anytime: &self.found.anytime,
        }
    }

    /// Returns what their calls run.
    pub fn calls(&self) -> Calls<'_> {
        let targets = self.found.targets.iter();
        Calls::of(targets.map(|(&site, callees)| (site, callees)))
    }

    /// The result.
    pub fn finish(self) -> CallGraph {
        self.found
    }

    fn reach(&mut self, method: MethodId) {
        if self.found.reachable.insert(method) {
            self.pending.push(method);
        }
    }

    fn call_at_any_time(&mut self, method: MethodId) {
        self.found.anytime.insert(method);
        self.reach(method);
    }

    fn method(&mut self, method: MethodId) {
        let program = self.program;
        self.initialize(&program.classes[program.methods[method].class].name);
        self.dispatch
            .switched_with(method)
            .iter()
            .for_each(|class| self.initialize(class));
        for statement in program.methods[method].statements() {
            match &statement.kind {
                StatementKind::Call(site) => self.call(*site),
                StatementKind::Allocate { site, .. } => self.allocation(*site),
                StatementKind::Load {
                    object: None,
                    field,
                    ..
                }
                | StatementKind::Store {
                    object: None,
                    field,
                    ..
                } => {
                    self.initialize(&field.owner);
                }
                _ => {}
            }
        }
    }

    fn call(&mut self, site: CallSiteId) {
        let program = self.program;
        let call = &program.calls[site];
        match &call.target {
            Target::Resolved(callee) => self.named_call(site, call, callee),
            Target::Candidates(callees) => {
                callees
                    .iter()
                    .for_each(|callee| self.named_call(site, call, callee));
                self.edge(site, Callee::Library);
            }
            Target::Unresolved { name, arity } => {
                let named = self
                    .dispatch
                    .named(name, *arity)
                    .into_iter()
                    .map(Callee::Method);
                named
                    .chain([Callee::Library])
                    .for_each(|callee| self.edge(site, callee));
            }
        }
    }

    fn named_call(&mut self, site: CallSiteId, call: &'a CallSite, callee: &'a MethodRef) {
        let program = self.program;
        let direct = self.dispatch.resolve(callee);
        let is_private = |method: MethodId| Access(program.methods[method].access).is_private();
        match (call.kind, call.receiver) {
            (CallKind::Virtual | CallKind::Interface, Some(receiver)) if !matches!(direct, Callee::Method(method) if is_private(method)) =>
            {
                let ty = program.methods[call.method]
                    .body
                    .as_ref()
                    .map(|body| &body.locals[receiver].ty);
                let declared = ty
                    .and_then(Type::class_name)
                    .unwrap_or(&callee.owner)
                    .clone();
                self.virtual_call(VirtualCall {
                    site,
                    callee,
                    declared,
                });
            }
            _ => {
                self.initialize(&callee.owner);
                self.edge(site, direct);
            }
        }
    }

    fn virtual_call(&mut self, call: VirtualCall<'a>) {
        self.edge(call.site, Callee::Library);
        for above in [&call.declared, &call.callee.owner] {
            for callee in self.overridden(above, call.callee) {
                self.edge(call.site, callee);
            }
        }

        let shape = (call.callee.name.clone(), arity(&call.callee.descriptor));
        for functional in self.functionals.get(&shape).cloned().unwrap_or_default() {
            self.functional_call(&call, &functional);
        }

        for interfaces in self.marked.clone() {
            self.call_on_interfaces(&call, &interfaces);
        }

        self.functional_calls
            .entry(shape)
            .or_default()
            .push(call.clone());
        self.calls.push(call);
    }

    fn edge(&mut self, site: CallSiteId, callee: Callee) {
        self.found.targets.entry(site).or_default().insert(callee);
        if let Callee::Method(method) = callee {
            self.reach(method);
        }
    }

    /// Returns what a virtual call of `callee` runs on an object of a class or a subtype of that.
    fn overridden(&mut self, class: &Arc<str>, callee: &'a MethodRef) -> Vec<Callee> {
        let (program, dispatch) = (self.program, self.dispatch);
        let find = || {
            let subtypes = program.hierarchy.source_subtypes(class);
            let all = subtypes.known.iter().chain(&subtypes.possible);
            let selected: BTreeSet<Callee> = all
                .flat_map(|class| dispatch.select(class, callee))
                .collect();
            selected.into_iter().collect()
        };
        self.overrides
            .entry((class.clone(), callee))
            .or_insert_with(find)
            .clone()
    }

    fn functional_call(&mut self, call: &VirtualCall<'a>, functional: &Functional) {
        if self.may_be_receiver(call, &functional.interfaces) {
            self.edge(call.site, Callee::Method(functional.body));
        }
    }

    /// A method of one of the interfaces that a functional object implements, not the one that is
    /// its body.
    fn call_on_interfaces(&mut self, call: &VirtualCall<'a>, interfaces: &[Arc<str>]) {
        if self.may_be_receiver(call, interfaces) {
            let selected = interfaces
                .iter()
                .flat_map(|interface| self.dispatch.select(interface, call.callee));
            selected
                .collect::<Vec<_>>()
                .into_iter()
                .for_each(|callee| self.edge(call.site, callee));
        }
    }

    fn may_be_receiver(&self, call: &VirtualCall<'_>, interfaces: &[Arc<str>]) -> bool {
        let hierarchy = &self.program.hierarchy;
        let is_below = |above: &str| {
            interfaces
                .iter()
                .any(|own| hierarchy.is_subclass(own, above).may())
        };
        is_below(&call.declared) || is_below(&call.callee.owner)
    }

    fn allocation(&mut self, site: AllocationId) {
        let program = self.program;
        let allocation = &program.allocations[site];
        match (&allocation.kind, &allocation.ty) {
            (
                AllocationKind::Functional {
                    interface,
                    markers,
                    name,
                    descriptor,
                    body,
                    ..
                },
                _,
            ) => {
                let interfaces: Vec<Arc<str>> =
                    std::iter::once(interface).chain(markers).cloned().collect();
                self.functional(
                    (name.clone(), arity(descriptor)),
                    Functional {
                        interfaces,
                        body: *body,
                    },
                );
            }
            (AllocationKind::Instance, Type::Class(class)) => self.make(class),
            _ => {}
        }
    }

    fn functional(&mut self, shape: Shape, made: Functional) {
        for call in self
            .functional_calls
            .get(&shape)
            .cloned()
            .unwrap_or_default()
        {
            self.functional_call(&call, &made);
        }
        if made.interfaces.len() > 1 && self.marked.insert(made.interfaces.clone()) {
            for call in self.calls.clone() {
                self.call_on_interfaces(&call, &made.interfaces);
            }
        }

        made.interfaces
            .iter()
            .for_each(|interface| self.make(interface));
        self.call_at_any_time(made.body);
        self.functionals.entry(shape).or_default().push(made);
    }

    fn make(&mut self, class: &Arc<str>) {
        self.initialize(class);
        if self.made.insert(class.clone()) {
            self.dispatch
                .callbacks(class)
                .iter()
                .for_each(|&method| self.call_at_any_time(method));
        }
    }

    fn initialize(&mut self, class: &Arc<str>) {
        let Some(id) = self
            .dispatch
            .class(class)
            .filter(|_| self.used.insert(class.clone()))
        else {
            return;
        };
        let program = self.program;

        for &method in &program.classes[id].methods {
            if program.methods[method].kind == MethodKind::StaticInitializer {
                self.call_at_any_time(method);
            }
        }

        program
            .hierarchy
            .supertypes(class)
            .names()
            .iter()
            .for_each(|above| self.initialize(above));
    }
}
