//! The possible effects of code without sources.

use std::sync::Arc;

use ir::{AllocationKind, ClassId, MethodId, MethodKind};
use java_types::Access;
use java_types::descriptor::Type;
use roaring::RoaringBitmap;

use super::Solver;
use crate::node::{Node, Object, ObjectId};

impl Solver<'_> {
    /// An entry point is called with what the library has.
    pub(super) fn enter_from_outside(&mut self, method: MethodId) {
        self.reach(method);
        self.receive_everything(method, self.dispatch.first_argument(method));
    }

    /// The library, or the run-time system, may call the method whenever it likes.
    pub(super) fn call_at_any_time(&mut self, method: MethodId) {
        self.anytime.insert(method);
        let declared = &self.program.methods[method];
        let is_first_use = Access(declared.access).is_static() || &*declared.name == "<init>";
        if is_first_use && matches!(declared.kind, MethodKind::Declared | MethodKind::Implicit) {
            let class = &self.program.classes[declared.class].name;
            self.initialize_at_any_time(class);
        }
        self.call_from_outside(method);
    }

    /// Code without sources calls the method with what it has, and gets what it returns. The caller
    /// says when.
    pub(super) fn call_from_outside(&mut self, method: MethodId) {
        self.from_outside.insert(method);
        if self.called_from_outside.insert(method) {
            self.enter_from_outside(method);
            let (returned, library) = (
                self.returned_outside(method, None),
                self.node(Node::Library),
            );
            self.graph.connect(returned, library, &mut self.types);
        }
    }

    /// The same for an instance method, on this object.
    fn call_back(&mut self, method: MethodId, receiver: ObjectId, origin: Node) {
        if let Some(this) = self.this_of(method) {
            self.flow_of(receiver, origin, this);
        }
        self.call_at_any_time(method);
    }

    /// One object goes from `origin` to `target`.
    fn flow_of(&mut self, object: ObjectId, origin: Node, target: Node) {
        let (origin, target) = (self.node(origin), self.node(target));
        self.graph.give(
            Some(origin),
            target,
            &RoaringBitmap::from_iter([object.raw()]),
            &mut self.types,
        );
    }

    /// Parameters from position `first` on hold what has escaped.
    pub(super) fn receive_everything(&mut self, method: MethodId, first: usize) {
        let program = self.program;
        let Some(body) = &program.methods[method].body else {
            return;
        };
        for &parameter in body.parameters.iter().skip(first) {
            if body.locals[parameter].ty.is_reference() {
                self.flow_from_library(Node::Local(method, parameter));
            }
        }
    }

    /// An object has escaped.
    pub(super) fn escape(&mut self, object: ObjectId) {
        let program = self.program;
        self.escape_parts(object);
        if self.is_like_one_escaped(object) {
            self.graph.leave_out(object);
        }
        if let Object::Constructed(class) = self.objects[object] {
            self.escape_instance(object, &program.classes[class].name);
        }

        let Some(allocation) = self.objects[object].allocation() else {
            return;
        };
        let site = &program.allocations[allocation];
        match (&site.kind, &site.ty) {
            (
                AllocationKind::Functional {
                    interface,
                    markers,
                    body,
                    ..
                },
                _,
            ) => {
                // Code that has a functional object may call it.
                self.call_at_any_time(*body);
                std::iter::once(interface)
                    .chain(markers)
                    .for_each(|above| self.escape_instance(object, above));
            }
            (AllocationKind::Array, _) => {
                self.open_to_library(Node::Elements(object));
            }
            (AllocationKind::Instance, Type::Class(name)) => self.escape_instance(object, name),
            (AllocationKind::Instance, _) => {}
        }
    }

    fn escape_instance(&mut self, object: ObjectId, class: &Arc<str>) {
        for &method in self.dispatch.callbacks(class).iter() {
            self.call_back(method, object, Node::Library);
        }
    }

    /// Code outside the sources makes objects of a class by its constructors.
    pub(super) fn construct(&mut self, class: ClassId) {
        if !self.constructed.insert(class) {
            return;
        }
        let (object, name) = (
            ObjectId::constructed(self.program, class),
            &self.program.classes[class].name,
        );
        // Its constructors, and the initializers before them, are called at a time of their own.
        self.add_object(Node::Library, object);
        self.finalizers(object, name, Node::Library);
    }

    /// Finalizers run at any time, whether their object has escaped or not; `made` holds it first.
    /// Another thread runs them, when the activation that made the object may be over.
    pub(super) fn finalizers(&mut self, object: ObjectId, class: &Arc<str>, made: Node) {
        let program = self.program;
        let finalizes = |id: &&MethodId| &*program.methods[**id].name == "finalize";
        for &method in self.dispatch.callbacks(class).iter().filter(finalizes) {
            self.call_back(method, object, made);
            self.flow_of(object, made, Node::Elsewhere);
        }
    }

    /// A statement uses a class of this name: its static initializer, and those of its supertypes,
    /// may run there ([`FirstUses`]).
    ///
    /// [`FirstUses`]: crate::FirstUses
    pub(super) fn initialize(&mut self, class: &str) {
        let Some(id) = self.dispatch.class(class) else {
            return;
        };
        if !self.initialized.insert(id) {
            return;
        }
        for method in self.initializers(class) {
            self.reach(method);
        }
    }

    /// Code outside the sources uses a class of this name, at any time.
    pub(super) fn initialize_at_any_time(&mut self, class: &str) {
        let Some(id) = self.dispatch.class(class) else {
            return;
        };
        if !self.initialized_elsewhere.insert(id) {
            return;
        }
        for method in self.initializers(class) {
            self.call_at_any_time(method);
        }
    }

    /// The static initializers of a class and its supertypes. Superclasses are initialized with a
    /// class, and interfaces with default methods (JLS 12.4.1). To count all interfaces costs
    /// precision only.
    fn initializers(&self, class: &str) -> Vec<MethodId> {
        let program = self.program;
        let supertypes = program.hierarchy.supertypes(class);
        let above = supertypes
            .names()
            .iter()
            .filter_map(|name| self.dispatch.class(name));
        let methods = above.flat_map(|above| &program.classes[above].methods);
        methods
            .copied()
            .filter(|&method| program.methods[method].kind == MethodKind::StaticInitializer)
            .collect()
    }

    /// The methods of a class run at any time on anything, and its fields are shared with the
    /// outside.
    pub(super) fn open(&mut self, class: ir::ClassId) {
        let program = self.program;
        for &method in &program.classes[class].methods {
            // The bodies of functional objects run when code calls these objects, which have to
            // escape first.
            let declared = &program.methods[method];
            if declared.body.is_some()
                && !matches!(
                    declared.kind,
                    MethodKind::Lambda | MethodKind::MethodReference
                )
            {
                self.call_at_any_time(method);
                self.receive_everything(method, 0);
            }
        }

        program.classes[class]
            .fields
            .iter()
            .for_each(|&field| self.share(field));
    }

    /// A field holds what has escaped, and what it holds escapes.
    pub(super) fn share(&mut self, field: ir::FieldId) {
        if self.program.fields[field].ty.is_reference() {
            self.open_to_library(Node::Static(field));
        }
    }
}
