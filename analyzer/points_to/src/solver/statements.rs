//! The constraints of statements: one function per kind.

use ir::{
    AllocationId, AllocationKind, Body, Constant, FieldRef, LocalId, MethodId, StatementKind,
    Terminator,
};

use super::{Solver, Use};
use crate::models::Models;
use crate::node::{Node, ObjectId, Slot};

impl Solver<'_> {
    /// Makes a method reachable.
    pub(super) fn reach(&mut self, method: MethodId) {
        if self.reachable.insert(method) {
            self.new_methods.push(method);
        }
    }

    pub(super) fn process_method(&mut self, method: MethodId) {
        let program = self.program;
        let declared = &program.methods[method];
        self.initialize(&program.classes[declared.class].name);
        let Some(body) = &declared.body else { return };
        self.dispatch
            .switched_with(method)
            .iter()
            .for_each(|class| self.initialize_at_any_time(class));
        self.process_factory(method);

        for block in &body.blocks {
            for statement in &block.statements {
                self.process_statement(method, &statement.kind);
            }
            // Exceptions are not followed to their handlers: each may catch whatever is thrown.
            for handler in &block.handlers {
                self.flow_from_library(Node::Local(method, handler.exception));
            }
            self.process_terminator(method, body, &block.terminator);
        }
    }

    fn process_terminator(&mut self, method: MethodId, body: &Body, terminator: &Terminator) {
        match terminator {
            Terminator::Return(Some(value)) if body.locals[*value].ty.is_reference() => {
                self.flow(Node::Local(method, *value), Node::Return(method));
            }
            Terminator::Throw(value) => self.flow(Node::Local(method, *value), Node::Library),
            _ => {}
        }
    }

    fn process_statement(&mut self, method: MethodId, statement: &StatementKind) {
        match statement {
            StatementKind::Constant {
                value: Constant::Null,
                ..
            } => {}
            // Strings and class objects, and what concatenation makes, are the library's.
            StatementKind::Constant { target, .. } | StatementKind::Compute { target, .. } => {
                if self.is_reference(method, *target) {
                    self.add_object(Node::Local(method, *target), ObjectId::LIBRARY);
                }
            }
            StatementKind::Assign { target, source }
            | StatementKind::Cast { target, source, .. } => {
                self.process_copy(method, *target, *source);
            }
            StatementKind::Load {
                target,
                object,
                field,
            } => self.process_load(method, *target, *object, field),
            StatementKind::Store {
                object,
                field,
                source,
            } => self.process_store(method, *object, field, *source),
            StatementKind::ArrayLoad { target, array, .. } => {
                if !self.is_reference(method, *target) {
                    return;
                }
                let (array, target) = (
                    self.node(Node::Local(method, *array)),
                    self.node(Node::Local(method, *target)),
                );
                self.wait(array, Use::Load(Slot::Part(Models::ELEMENTS), target));
            }
            StatementKind::ArrayStore { array, source, .. } => {
                if !self.is_reference(method, *source) {
                    return;
                }
                let (array, source) = (
                    self.node(Node::Local(method, *array)),
                    self.node(Node::Local(method, *source)),
                );
                self.wait(array, Use::Store(Slot::Part(Models::ELEMENTS), source));
            }
            StatementKind::Allocate { target, site } => {
                self.process_allocation(method, *target, *site)
            }
            StatementKind::Call(site) => self.process_call(*site),
            StatementKind::InstanceOf { .. }
            | StatementKind::Monitor { .. }
            | StatementKind::Unknown => {}
        }
    }

    fn process_copy(&mut self, method: MethodId, target: LocalId, source: LocalId) {
        if self.is_reference(method, target) {
            self.flow(Node::Local(method, source), Node::Local(method, target));
        }
    }

    fn process_load(
        &mut self,
        method: MethodId,
        target: LocalId,
        object: Option<LocalId>,
        field: &FieldRef,
    ) {
        if object.is_none() {
            self.initialize(&field.owner);
        }
        if !self.is_reference(method, target) {
            return;
        }

        let target = Node::Local(method, target);
        // A field that a processor has added may hide this one.
        if self.unseen.hides(self.program, field) {
            self.flow_from_library(target);
        }

        match (object, field.field) {
            // A field of a library holds anything that has escaped.
            (_, None) => self.flow_from_library(target),
            (None, Some(id)) => self.flow(Node::Static(id), target),
            (Some(object), Some(id)) => {
                let (object, target) = (self.node(Node::Local(method, object)), self.node(target));
                self.wait(object, Use::Load(Slot::Field(id), target));
            }
        }
    }

    fn process_store(
        &mut self,
        method: MethodId,
        object: Option<LocalId>,
        field: &FieldRef,
        source: LocalId,
    ) {
        if object.is_none() {
            self.initialize(&field.owner);
        }
        if !self.is_reference(method, source) {
            return;
        }

        let source = Node::Local(method, source);
        // A field that a processor has added may hide this one.
        if self.unseen.hides(self.program, field) {
            self.flow(source, Node::Library);
        }

        match (object, field.field) {
            // An object that is stored into a field of a library escapes.
            (_, None) => self.flow(source, Node::Library),
            (None, Some(id)) => self.flow(source, Node::Static(id)),
            (Some(object), Some(id)) => {
                let (object, source) = (self.node(Node::Local(method, object)), self.node(source));
                self.wait(object, Use::Store(Slot::Field(id), source));
            }
        }
    }

    /// The object arrives in the target. Captured values arrive in the body that a functional
    /// object will run.
    fn process_allocation(&mut self, method: MethodId, target: LocalId, site: AllocationId) {
        let program = self.program;
        let allocation = &program.allocations[site];
        if let AllocationKind::Functional {
            markers,
            body,
            captures,
            ..
        } = &allocation.kind
        {
            markers.iter().for_each(|marker| self.initialize(marker));
            let held: Vec<LocalId> = captures
                .iter()
                .copied()
                .filter(|&l| self.is_reference(method, l))
                .collect();
            for local in held {
                self.flow(Node::Local(method, local), Node::Captured(site));
            }
            self.pass(method, captures, *body, 0);
        }

        if let java_types::descriptor::Type::Class(name) = &allocation.ty {
            self.initialize(name);
            self.finalizers(ObjectId::of(site), name, Node::Local(method, target));
        }

        self.add_object(Node::Local(method, target), ObjectId::of(site));
        self.make_in_factory(method, site, Node::Local(method, target));
    }

    pub(super) fn is_reference(&self, method: MethodId, local: LocalId) -> bool {
        let body = self.program.methods[method].body.as_ref();
        body.is_some_and(|body| body.locals[local].ty.is_reference())
    }
}
