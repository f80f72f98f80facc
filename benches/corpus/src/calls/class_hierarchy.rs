//! Class-hierarchy analysis (Dean, Grove, Chambers, ECOOP 1995), as the call graph to compare with.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::{
    AllocationId, AllocationKind, CallKind, CallSiteId, MethodId, MethodKind, MethodRef, Program, StatementKind, Target,
};
use jvm::descriptor::{MethodDescriptor, Type};
use points_to::{Callee, Dispatch, Roots};

/// A call and a method of the sources that it may run.
pub type Edge = (CallSiteId, MethodId);

/// A call graph: methods that may run, and pairs of a call and a method of the sources that it may run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CallGraph {
    /// Methods that may run.
    pub reachable: BTreeSet<MethodId>,
    /// The methods of the sources that each call may run.
    pub targets: BTreeMap<CallSiteId, BTreeSet<MethodId>>,
}

impl CallGraph {
    /// How many pairs of a call and a method there are.
    pub fn edges(&self) -> usize {
        self.targets.values().map(BTreeSet::len).sum()
    }

    /// Whether a call may run a method.
    pub fn has(&self, (site, method): Edge) -> bool {
        self.targets.get(&site).is_some_and(|targets| targets.contains(&method))
    }
}

/// A virtual call may run every override in the subtypes of the type that it names; library code may call back methods of
/// each class of which a reachable method makes an object. Entries and opened classes are those of the points-to analysis.
pub fn class_hierarchy(program: &Program, dispatch: &Dispatch<'_>, roots: &Roots) -> CallGraph {
    let mut walk = Walk {
        program,
        dispatch,
        found: CallGraph::default(),
        pending: Vec::new(),
        used: BTreeSet::new(),
        made: BTreeSet::new(),
        bodies: BTreeMap::new(),
        functional_calls: BTreeMap::new(),
        overrides: BTreeMap::new(),
    };
    roots.entries.iter().chain(&roots.anytime).for_each(|&entry| walk.reach(entry));
    roots.opened.union(&roots.made).for_each(|&class| walk.made(&program.classes[class].name));
    for &class in &roots.opened {
        let is_callable = |kind| !matches!(kind, MethodKind::Lambda | MethodKind::MethodReference);
        let methods = program.classes[class].methods.iter().copied();
        methods.filter(|&id| is_callable(program.methods[id].kind)).for_each(|id| walk.reach(id));
    }
    while let Some(method) = walk.pending.pop() {
        walk.method(method);
    }
    walk.found
}

/// Name and number of parameters of the method of a functional interface.
type Shape = (Arc<str>, usize);

struct Walk<'a> {
    program: &'a Program,
    dispatch: &'a Dispatch<'a>,
    found: CallGraph,
    pending: Vec<MethodId>,
    /// Classes whose initializers may run.
    used: BTreeSet<Arc<str>>,
    /// Classes of which objects are made.
    made: BTreeSet<Arc<str>>,
    /// Functional objects that are made, and calls that may run them.
    bodies: BTreeMap<Shape, Vec<(Arc<str>, MethodId)>>,
    functional_calls: BTreeMap<Shape, Vec<(Arc<str>, CallSiteId)>>,
    overrides: BTreeMap<MethodRef, Vec<MethodId>>,
}

impl Walk<'_> {
    fn reach(&mut self, method: MethodId) {
        if self.program.methods[method].body.is_some() && self.found.reachable.insert(method) {
            self.pending.push(method);
        }
    }

    fn method(&mut self, method: MethodId) {
        let program = self.program;
        self.used(&program.classes[program.methods[method].class].name);
        let blocks = program.methods[method].body.iter().flat_map(|body| &body.blocks);
        for statement in blocks.flat_map(|block| &block.statements) {
            match &statement.kind {
                StatementKind::Call(site) => self.call(*site),
                StatementKind::Allocate { site, .. } => self.allocation(*site),
                StatementKind::Load { object: None, field, .. } | StatementKind::Store { object: None, field, .. } => {
                    self.used(&field.owner);
                }
                _ => {}
            }
        }
    }

    fn call(&mut self, site: CallSiteId) {
        let program = self.program;
        let call = &program.calls[site];
        let callees = match &call.target {
            Target::Resolved(callee) => std::slice::from_ref(callee),
            Target::Candidates(callees) => callees.as_slice(),
            Target::Unresolved { .. } => &[],
        };
        for callee in callees {
            if matches!(call.kind, CallKind::Virtual | CallKind::Interface) {
                self.overridden(callee).into_iter().for_each(|method| self.edge(site, method));
                self.functional_call(site, callee);
            } else if let Callee::Method(method) = self.dispatch.resolve(callee) {
                self.edge(site, method);
            }
            self.used(&callee.owner);
        }
    }

    fn edge(&mut self, site: CallSiteId, method: MethodId) {
        self.found.targets.entry(site).or_default().insert(method);
        self.reach(method);
    }

    /// The methods that a virtual call of `callee` runs on an object of its owner or a subtype of that.
    fn overridden(&mut self, callee: &MethodRef) -> Vec<MethodId> {
        let (program, dispatch) = (self.program, self.dispatch);
        let find = || {
            let subtypes = program.hierarchy.source_subtypes(&callee.owner);
            let all = subtypes.known.iter().chain(&subtypes.possible);
            let selected = all.flat_map(|class| dispatch.select(class, callee));
            let methods = selected.filter_map(|callee| match callee {
                Callee::Method(method) => Some(method),
                Callee::Library => None,
            });
            methods.collect::<BTreeSet<_>>().into_iter().collect()
        };
        self.overrides.entry(callee.clone()).or_insert_with(find).clone()
    }

    fn functional_call(&mut self, site: CallSiteId, callee: &MethodRef) {
        let program = self.program;
        let shape = (callee.name.clone(), arity(&callee.descriptor));
        let made = self.bodies.get(&shape).cloned().unwrap_or_default();
        for (_, body) in made.into_iter().filter(|(interface, _)| is_subtype(program, interface, &callee.owner)) {
            self.edge(site, body);
        }
        self.functional_calls.entry(shape).or_default().push((callee.owner.clone(), site));
    }

    fn allocation(&mut self, site: AllocationId) {
        let program = self.program;
        let allocation = &program.allocations[site];
        match (&allocation.kind, &allocation.ty) {
            (AllocationKind::Functional { interface, name, descriptor, body, .. }, _) => {
                let shape = (name.clone(), arity(descriptor));
                let calls = self.functional_calls.get(&shape).cloned().unwrap_or_default();
                for (_, site) in calls.into_iter().filter(|(owner, _)| is_subtype(program, interface, owner)) {
                    self.edge(site, *body);
                }
                self.bodies.entry(shape).or_default().push((interface.clone(), *body));
                self.reach(*body);
            }
            (AllocationKind::Instance, Type::Class(class)) => self.made(class),
            _ => {}
        }
    }

    fn made(&mut self, class: &Arc<str>) {
        self.used(class);
        if self.made.insert(class.clone()) {
            self.dispatch.callbacks(class).iter().for_each(|&method| self.reach(method));
        }
    }

    fn used(&mut self, class: &Arc<str>) {
        let Some(id) = self.dispatch.class(class).filter(|_| self.used.insert(class.clone())) else { return };
        let program = self.program;
        for &method in &program.classes[id].methods {
            if program.methods[method].kind == MethodKind::StaticInitializer {
                self.reach(method);
            }
        }
        program.hierarchy.supertypes(class).names().iter().for_each(|above| self.used(above));
    }
}

fn is_subtype(program: &Program, class: &str, above: &str) -> bool {
    program.hierarchy.is_subclass(class, above).may()
}

/// The number of parameters; 0 for a damaged descriptor.
fn arity(descriptor: &str) -> usize {
    MethodDescriptor::parse(descriptor).map_or(0, |descriptor| descriptor.parameters.len())
}
