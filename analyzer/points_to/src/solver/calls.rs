//! The constraints of calls.

use std::sync::Arc;

use ir::{AllocationKind, CallKind, CallSite, CallSiteId, MethodId, MethodRef, Target};
use jvm::descriptor::Type;

use super::{Solver, Use};
use crate::dispatch::Callee;
use crate::node::{Node, ObjectId};

impl Solver<'_> {
    pub(super) fn process_call(&mut self, site: CallSiteId) {
        let program = self.program;
        let call = &program.calls[site];
        match &call.target {
            Target::Resolved(callee) => self.process_named_call(site, call, callee),
            Target::Candidates(callees) => {
                for callee in callees {
                    self.process_named_call(site, call, callee);
                }
                self.link(site, Callee::Library, None);
            }
            Target::Unresolved { name, arity } => self.process_unresolved_call(site, call, name, *arity),
        }
    }

    fn process_named_call(&mut self, site: CallSiteId, call: &CallSite, callee: &MethodRef) {
        let direct = self.dispatch.resolve(callee);
        match (call.kind, call.receiver) {
            (CallKind::Virtual | CallKind::Interface, Some(receiver)) if !self.is_private(direct) => {
                let receiver = self.node(Node::Local(call.method, receiver));
                self.add_use(receiver, Use::Receiver(site));
            }
            _ if is_inert(callee) => {
                self.targets.entry(site).or_default().insert(direct);
            }
            _ => {
                self.initialize(&callee.owner);
                self.link(site, direct, None);
            }
        }
    }

    /// Anything of that name and number of arguments, and any library method.
    fn process_unresolved_call(&mut self, site: CallSiteId, call: &CallSite, name: &Arc<str>, arity: usize) {
        for method in self.dispatch.named(name, arity) {
            self.link(site, Callee::Method(method), None);
        }
        self.link(site, Callee::Library, None);
        debug_assert!(call.point.index() < self.program.points.len());
    }

    fn is_private(&self, callee: Callee) -> bool {
        matches!(callee, Callee::Method(m) if jvm::Access(self.program.methods[m].access).is_private())
    }

    /// A receiver has arrived at a virtual or interface call.
    pub(super) fn dispatch_call(&mut self, site: CallSiteId, object: ObjectId) {
        let program = self.program;
        let callees: &[MethodRef] = match &program.calls[site].target {
            Target::Resolved(callee) => std::slice::from_ref(callee),
            Target::Candidates(callees) => callees,
            Target::Unresolved { .. } => &[],
        };
        for callee in callees {
            for target in self.selected(object, callee) {
                self.link(site, target, Some(object));
            }
        }
    }

    fn selected(&self, object: ObjectId, callee: &MethodRef) -> Vec<Callee> {
        let Some(allocation) = object.allocation() else { return self.selected_on_library(callee) };
        let site = &self.program.allocations[allocation];
        match (&site.kind, &site.ty) {
            (AllocationKind::Functional { interface, name, body, descriptor, .. }, _) => {
                let arities = [&callee.descriptor, descriptor].map(|d| crate::dispatch::arity(d));
                if *name == callee.name && arities[0] == arities[1] {
                    return vec![Callee::Method(*body)];
                }
                self.dispatch.select(interface, callee)
            }
            (_, Type::Class(name)) => self.dispatch.select(name, callee),
            _ => vec![Callee::Library],
        }
    }

    /// The library's objects run the library's methods, or those of the classes that are open to it.
    fn selected_on_library(&self, callee: &MethodRef) -> Vec<Callee> {
        let opened = self.roots.opened.iter().map(|&class| &self.program.classes[class].name);
        let mut targets: Vec<Callee> = opened.flat_map(|name| self.dispatch.select(name, callee)).collect();
        targets.push(Callee::Library);
        targets
    }

    /// One more target of a call. `receiver` is the object that led to it, if one did.
    fn link(&mut self, site: CallSiteId, callee: Callee, receiver: Option<ObjectId>) {
        let program = self.program;
        let call = &program.calls[site];
        let new = self.targets.entry(site).or_default().insert(callee);
        match callee {
            Callee::Method(method) => {
                self.link_receiver(call, method, receiver);
                if new {
                    self.link_method(call, method);
                }
            }
            Callee::Library => {
                if let Some(object) = receiver {
                    self.add_object(Node::Library, object);
                } else if let Some(local) = call.receiver {
                    self.flow(Node::Local(call.method, local), Node::Library);
                }
                if new {
                    self.link_library(call);
                }
            }
        }
    }

    fn link_receiver(&mut self, call: &CallSite, method: MethodId, receiver: Option<ObjectId>) {
        let program = self.program;
        let Some(body) = &program.methods[method].body else { return };
        if !self.dispatch.has_receiver(method) {
            return;
        }
        let Some(&this) = body.parameters.first() else { return };
        match (receiver, call.receiver) {
            (Some(object), _) => self.add_object(Node::Local(method, this), object),
            (None, Some(local)) => self.flow(Node::Local(call.method, local), Node::Local(method, this)),
            (None, None) => {}
        }
    }

    fn link_method(&mut self, call: &CallSite, method: MethodId) {
        self.reach(method);
        let skipped = self.dispatch.first_argument(method);
        self.pass(call.arguments.iter().map(|&local| Node::Local(call.method, local)), method, skipped);
        if let Some(result) = call.result
            && self.is_reference(call.method, result)
        {
            self.flow(Node::Return(method), Node::Local(call.method, result));
        }
    }

    fn link_library(&mut self, call: &CallSite) {
        for &argument in &call.arguments {
            if self.is_reference(call.method, argument) {
                self.flow(Node::Local(call.method, argument), Node::Library);
            }
        }
        if let Some(result) = call.result
            && self.is_reference(call.method, result)
        {
            self.flow(Node::Library, Node::Local(call.method, result));
        }
    }

    /// Passes values to the parameters of a method from position `first` on.
    pub(super) fn pass(&mut self, values: impl Iterator<Item = Node>, method: MethodId, first: usize) {
        let program = self.program;
        let Some(body) = &program.methods[method].body else { return };
        for (value, &parameter) in values.zip(body.parameters.iter().skip(first)) {
            if body.locals[parameter].ty.is_reference() {
                self.flow(value, Node::Local(method, parameter));
            }
        }
    }
}

/// Constructors of the platform that do nothing with their object: every object would escape through them.
fn is_inert(callee: &MethodRef) -> bool {
    &*callee.name == "<init>" && matches!(&*callee.owner, "java/lang/Object" | "java/lang/Enum" | "java/lang/Record")
}
