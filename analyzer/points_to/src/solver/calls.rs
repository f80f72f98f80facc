//! The constraints of calls.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use ir::{AllocationKind, CallKind, CallSite, CallSiteId, LocalId, MethodId, MethodRef, Target};
use java_types::descriptor::Type;
use roaring::RoaringBitmap;

use super::callees::CalleeId;
use super::{Solver, Use};
use crate::dispatch::{Callee, Dispatch};
use crate::models::Model;
use crate::node::{Node, ObjectId};
use crate::open_classes::OpenClasses;
use crate::type_id::TypeId;
use crate::types::Made;

impl<'a> Solver<'a> {
    pub(super) fn process_call(&mut self, site: CallSiteId) {
        let program = self.program;
        let call = &program.calls[site];
        match &call.target {
            Target::Resolved(callee) => self.process_named_call(site, call, callee),
            Target::Candidates(callees) => {
                for callee in callees {
                    self.process_named_call(site, call, callee);
                }
                // The call may mean a method of a library, and none of the candidates.
                self.link_with_receiver(site, Callee::Library);
            }
            Target::Unresolved { name, arity } => self.process_unresolved_call(site, name, *arity),
        }
    }

    fn process_named_call(&mut self, site: CallSiteId, call: &CallSite, callee: &MethodRef) {
        let direct = self.dispatch.resolve(callee);
        match (call.kind, call.receiver) {
            // The receivers decide which method runs, unless the method is private: no method
            // overrides a private one (JLS 8.4.8.1).
            (CallKind::Virtual | CallKind::Interface, Some(receiver))
                if !self.is_private(direct) =>
            {
                let receiver = self.node(Node::Local(call.method, receiver));
                self.wait(receiver, Use::Receiver(site));
            }
            _ if is_inert(callee) => {
                self.targets.entry(site).or_default().insert(direct);
            }
            _ => {
                self.initialize(&callee.owner);
                // A processor may have added a method that fits better.
                if self.unseen.has_methods(&callee.owner) {
                    self.link_with_receiver(site, Callee::Library);
                }
                match self
                    .model_of_named(call, callee)
                    .filter(|_| direct == Callee::Library)
                {
                    Some(model) => {
                        self.targets.entry(site).or_default().insert(direct);
                        self.note_giving(&callee.owner, model);
                        self.apply_model(site, model, None);
                    }
                    None => self.link_with_receiver(site, direct),
                }
            }
        }
    }

    /// Anything of that name and number of arguments, and any library method.
    fn process_unresolved_call(&mut self, site: CallSiteId, name: &Arc<str>, arity: usize) {
        for method in self.dispatch.named(name, arity) {
            self.link_with_receiver(site, Callee::Method(method));
        }
        self.link_with_receiver(site, Callee::Library);
    }

    fn is_private(&self, callee: Callee) -> bool {
        matches!(callee, Callee::Method(m) if java_types::Access(self.program.methods[m].access).is_private())
    }

    /// Receivers have arrived at a virtual or interface call.
    pub(super) fn dispatch_call(&mut self, site: CallSiteId, receivers: &RoaringBitmap) {
        for &callee in self.callees.named(site).iter() {
            let mut selected: BTreeMap<Callee, RoaringBitmap> = BTreeMap::new();
            for (targets, objects) in self.by_class(receivers, callee) {
                for &target in targets.iter() {
                    *selected.entry(target).or_default() |= &objects;
                }
            }
            for (target, receivers) in selected {
                match target {
                    Callee::Method(_) => self.link(site, target, Some(&receivers)),
                    Callee::Library => self.call_library(site, callee, &receivers),
                }
            }
        }
    }

    /// A method of the library is called on these objects: as its model says on those where it has
    /// one.
    fn call_library(&mut self, site: CallSiteId, callee: CalleeId, receivers: &RoaringBitmap) {
        self.targets
            .entry(site)
            .or_default()
            .insert(Callee::Library);
        let mut unknown = RoaringBitmap::new();

        for object in receivers {
            match self.known_model_on(ObjectId::from_raw(object), callee) {
                Some(model) => {
                    self.apply_model(site, model, Some(&RoaringBitmap::from_iter([object])))
                }
                None => {
                    unknown.insert(object);
                }
            }
        }

        if !unknown.is_empty() {
            self.link(site, Callee::Library, Some(&unknown));
        }
    }

    pub(super) fn known_model_on(
        &mut self,
        object: ObjectId,
        callee: CalleeId,
    ) -> Option<&'a Model> {
        let key = (callee, self.kinds[object], self.types.made(object));
        if let Some(&known) = self.modelled.library_models.get(&key) {
            return known;
        }
        let model = self.model_on(object, callee);
        self.modelled.library_models.insert(key, model);
        model
    }

    /// The objects that have the same callees, with these.
    fn by_class(
        &mut self,
        receivers: &RoaringBitmap,
        callee: CalleeId,
    ) -> Vec<(Rc<[Callee]>, RoaringBitmap)> {
        let mut functional: Vec<(Rc<[Callee]>, RoaringBitmap)> = Vec::new();
        let mut by_class: BTreeMap<(bool, Option<u32>), (Made, RoaringBitmap)> = BTreeMap::new();
        for object in receivers.iter().map(ObjectId::from_raw) {
            let made = self.types.made(object);
            let class = match made {
                Made::Functional(_) => {
                    // Each functional object has a body of its own.
                    functional.push((
                        self.selected_on_functional(object, callee).into(),
                        single(object),
                    ));
                    continue;
                }
                Made::ByLibrary | Made::Escaped(_) => (false, None),
                Made::Of(ty) => (false, Some(ty.raw())),
                Made::Below(ty) => (true, Some(ty.raw())),
            };
            by_class
                .entry(class)
                .or_insert_with(|| (made, RoaringBitmap::new()))
                .1
                .insert(object.raw());
        }

        let mut found = functional;
        for (made, objects) in by_class.into_values() {
            found.push((self.selected(made, callee), objects));
        }

        found
    }

    pub(super) fn selected(&mut self, made: Made, callee: CalleeId) -> Rc<[Callee]> {
        if matches!(made, Made::ByLibrary | Made::Functional(_)) {
            return self.selected_on_library(callee);
        }
        if let Some(known) = self.selected.get(&(callee, made)) {
            return known.clone();
        }

        let found: Rc<[Callee]> = match made {
            Made::Of(ty) => match self.types.get(ty) {
                Type::Class(name) => {
                    let seen = self
                        .dispatch
                        .select(name, self.callees.get(callee))
                        .into_iter();
                    let unseen = self.unseen.has_methods(name).then_some(Callee::Library);
                    seen.chain(unseen)
                        .collect::<BTreeSet<_>>()
                        .into_iter()
                        .collect()
                }
                _ => [Callee::Library].into(),
            },
            Made::Below(_) | Made::Escaped(_) | Made::ByLibrary | Made::Functional(_) => {
                [Callee::Library].into()
            }
        };
        self.selected.insert((callee, made), found.clone());

        found
    }

    pub(super) fn selected_on_functional(&self, object: ObjectId, callee: CalleeId) -> Vec<Callee> {
        let callee = self.callees.get(callee);
        let site = self.objects[object]
            .allocation()
            .map(|site| &self.program.allocations[site].kind);
        let Some(AllocationKind::Functional {
            interface,
            markers,
            name,
            body,
            descriptor,
            ..
        }) = site
        else {
            return vec![Callee::Library];
        };

        let arities = [&callee.descriptor, descriptor].map(|d| crate::dispatch::arity(d));
        let is_function = *name == callee.name && arities[0] == arities[1];
        let implemented = std::iter::once(interface).chain(markers);
        if is_function
            && !implemented
                .clone()
                .any(|interface| self.has_default(interface, callee))
        {
            return vec![Callee::Method(*body)];
        }
        // Where both may be meant, the default method is an overload of the function, or declared
        // abstract anew below.
        let inherited = implemented.flat_map(|interface| self.dispatch.select(interface, callee));

        inherited
            .chain(is_function.then_some(Callee::Method(*body)))
            .collect()
    }

    /// Returns whether an interface has, or inherits, a body for the method that a call names.
    fn has_default(&self, interface: &str, callee: &MethodRef) -> bool {
        let found = self
            .program
            .hierarchy
            .resolve_method(interface, &callee.name, &callee.descriptor)
            .found();
        found.is_some_and(|method| !method.info().access.is_abstract())
    }

    /// The library's objects run the library's methods, or those of the classes that it may make
    /// objects of and that the instruction names or that are below.
    fn selected_on_library(&mut self, callee: CalleeId) -> Rc<[Callee]> {
        if let Some(known) = self.selected_on_library.get(&callee) {
            return known.clone();
        }
        let named = self.callees.get(callee);
        let in_open = selected_in(self.types.open(), self.dispatch, named);
        let found: BTreeSet<Callee> = in_open.chain([Callee::Library]).collect();
        self.graph.effort += found.len() as u64;
        let found: Rc<[Callee]> = found.into_iter().collect();
        self.selected_on_library.insert(callee, found.clone());
        found
    }

    /// As [`Solver::selected_on_library`], on the library's objects that are of a type, too.
    pub(super) fn selected_on_library_of(&mut self, callee: CalleeId, ty: TypeId) -> Rc<[Callee]> {
        let named = self.callees.get(callee);
        let found: BTreeSet<Callee> = self
            .open_of(&named.owner, self.types.get(ty).class_name())
            .flat_map(|open| self.dispatch.select(open, named))
            .chain([Callee::Library])
            .collect();
        self.graph.effort += found.len() as u64;
        found.into_iter().collect()
    }

    /// The classes that the library may make objects of, at `of` or below it, whose objects may be of
    /// a type, too.
    pub(super) fn open_of(
        &self,
        of: &str,
        ty: Option<&Arc<str>>,
    ) -> impl Iterator<Item = &Arc<str>> {
        let hierarchy = &self.program.hierarchy;
        let open = self.types.open().below(of);
        open.filter(move |open| ty.is_none_or(|ty| hierarchy.is_subclass(open, ty).may()))
    }

    /// One more target of a call, whatever its receiver is.
    fn link_with_receiver(&mut self, site: CallSiteId, callee: Callee) {
        self.link(site, callee, None);
    }

    /// One more target of a call, for these receivers; for all that there are where none are named.
    pub(super) fn link(
        &mut self,
        site: CallSiteId,
        callee: Callee,
        receivers: Option<&RoaringBitmap>,
    ) {
        let program = self.program;
        let call = &program.calls[site];
        let new = self.targets.entry(site).or_default().insert(callee);
        // A model may have noted the library as a target before, without handing it the arguments.
        let new = match callee {
            Callee::Method(_) => new,
            Callee::Library => self.given_to_library.insert(site),
        };
        let receiver = match callee {
            Callee::Method(method) => self.this_of(method),
            Callee::Library => Some(Node::Library),
        };
        match (receiver, receivers, call.receiver) {
            (Some(node), Some(objects), local) => {
                let origin = local.map(|local| self.node(Node::Local(call.method, local)));
                let node = self.node(node);
                self.graph.give(origin, node, objects, &mut self.types);
            }
            (Some(node), None, Some(local)) => self.flow(Node::Local(call.method, local), node),
            _ => {}
        }

        match callee {
            _ if !new => {}
            Callee::Method(method) => self.link_method(site, call, method),
            Callee::Library => self.link_library(site, call),
        }
    }

    /// The receiver in a method's body.
    pub(super) fn this_of(&self, method: MethodId) -> Option<Node> {
        let parameters = &self.program.methods[method].body.as_ref()?.parameters;
        let this = parameters
            .first()
            .filter(|_| self.dispatch.has_receiver(method))?;
        Some(Node::Local(method, *this))
    }

    fn link_method(&mut self, site: CallSiteId, call: &CallSite, method: MethodId) {
        self.reach(method);
        let skipped = self.dispatch.first_argument(method);
        self.pass(call.method, &call.arguments, method, skipped);
        self.return_to(site, method);
    }

    fn link_library(&mut self, site: CallSiteId, call: &CallSite) {
        for &argument in &call.arguments {
            if self.is_reference(call.method, argument) {
                self.flow(Node::Local(call.method, argument), Node::Library);
            }
        }
        if let Some(result) = self.result_of(site) {
            self.flow_from_library(result);
        }
    }

    /// Passes values of a caller to the parameters of a method from position `first` on.
    pub(super) fn pass(
        &mut self,
        caller: MethodId,
        values: &[LocalId],
        method: MethodId,
        first: usize,
    ) {
        let program = self.program;
        let Some(body) = &program.methods[method].body else {
            return;
        };
        for (&value, &parameter) in values.iter().zip(body.parameters.iter().skip(first)) {
            if body.locals[parameter].ty.is_reference() {
                self.flow(Node::Local(caller, value), Node::Local(method, parameter));
            }
        }
    }
}

/// Returns what a call of `callee` runs on an object of one of the classes.
pub(super) fn selected_in<'a>(
    classes: &'a OpenClasses,
    dispatch: &'a Dispatch<'_>,
    callee: &'a MethodRef,
) -> impl Iterator<Item = Callee> {
    classes
        .below(&callee.owner)
        .flat_map(|name| dispatch.select(name, callee))
}

fn single(object: ObjectId) -> RoaringBitmap {
    RoaringBitmap::from_iter([object.raw()])
}

/// Constructors of the platform that do nothing with their object: every object would escape
/// through them.
fn is_inert(callee: &MethodRef) -> bool {
    &*callee.name == "<init>"
        && matches!(
            &*callee.owner,
            "java/lang/Object" | "java/lang/Enum" | "java/lang/Record"
        )
}
