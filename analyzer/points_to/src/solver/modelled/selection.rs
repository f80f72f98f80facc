//! The model of a method that a call runs.

use std::sync::Arc;

use ir::{CallKind, CallSite, CallSyntax, MethodRef};
use java_types::descriptor::Type;

use super::{CalleeId, Solver};
use crate::factory::is_single_use;
use crate::models::{Article, Base, KindId, Model, Statement, Term};
use crate::node::ObjectId;
use crate::types::Made;

impl<'a> Solver<'a> {
    /// The model of a static method, a constructor or a method that is named outright.
    pub(in crate::solver) fn model_of_named(
        &self,
        call: &CallSite,
        callee: &MethodRef,
    ) -> Option<&'a Model> {
        let MethodRef {
            owner,
            name,
            descriptor,
        } = callee;
        let models = self.models;
        match call.kind {
            CallKind::Static => models.static_method(owner, name, descriptor),
            _ if &**name == "<init>" && self.syntax(call) == CallSyntax::Creation => {
                models.constructor(owner, descriptor)
            }
            _ => models.inherited(&self.declaring(owner, name, descriptor)?, name, descriptor),
        }
    }

    fn syntax(&self, call: &CallSite) -> CallSyntax {
        self.program.points[call.point].syntax
    }

    /// The model of a library method that was selected on an object.
    pub(in crate::solver) fn model_on(
        &mut self,
        object: ObjectId,
        callee: CalleeId,
    ) -> Option<&'a Model> {
        let MethodRef {
            name, descriptor, ..
        } = self.callees.get(callee);
        let models = self.models;
        if self.is_opaque(self.kinds[object]) {
            return None;
        }
        let of_kind = self.kinds[object].and_then(|kind| models.method(kind, name, descriptor));
        of_kind.or_else(|| match self.program_class(object) {
            Some(class) => {
                models.inherited(&self.declaring(&class, name, descriptor)?, name, descriptor)
            }
            None if self.is_of_foreign_class(object) => None,
            None => self.model_on_unknown(callee),
        })
    }

    /// Returns whether an object is of exactly one class, neither of the sources nor of the JDK. What
    /// is claimed of objects of unknown classes says nothing of it: it may hand on what it is given.
    pub(super) fn is_of_foreign_class(&self, object: ObjectId) -> bool {
        self.kinds[object].is_none() && self.types.is_foreign(self.types.made(object))
    }

    /// Returns whether nothing is known of what the methods of a kind do.
    pub(in crate::solver) fn is_opaque(&self, kind: Option<KindId>) -> bool {
        kind.is_some_and(|kind| self.models.kind(kind).opaque)
    }

    /// Returns what is claimed of every object of the library with the type that a call names, or
    /// with one above it.
    fn model_on_unknown(&mut self, callee: CalleeId) -> Option<&'a Model> {
        let models = self.models;
        let (
            program,
            MethodRef {
                owner,
                name,
                descriptor,
            },
        ) = (self.program, self.callees.get(callee));

        *self.modelled.claimed.entry(callee).or_insert_with(|| {
            let types = program.hierarchy.supertypes(owner);
            types
                .names()
                .iter()
                .find_map(|ty| models.unknown_receiver(ty, name, descriptor))
        })
    }

    /// The class of the sources that an object is of; for a functional object the interface.
    pub(super) fn program_class(&self, object: ObjectId) -> Option<Arc<str>> {
        match self.types.made(object) {
            Made::Of(ty) => match self.types.get(ty) {
                Type::Class(name) => self.program.hierarchy.is_source(name).then(|| name.clone()),
                _ => None,
            },
            Made::ByLibrary | Made::Below(_) | Made::Functional(_) | Made::Escaped(_) => None,
        }
    }

    /// The class without sources that declares the method which an object of `class` inherits.
    fn declaring(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<str>> {
        let found = self
            .program
            .hierarchy
            .resolve_method(class, name, descriptor)
            .found()?;
        Some(found.class.name.clone())
    }

    /// Returns whether a model gives out objects of single use, new ones or another's: its calls
    /// are told apart by those.
    pub(super) fn gives_single_use(&self, model: &Model) -> bool {
        model.statements.iter().any(|statement| match statement {
            Statement::New {
                target,
                kind,
                article,
            } => target.base == Base::Result && self.is_told_apart(*article, *kind),
            Statement::Call { selector, .. } => selector.of.is_some(),
            Statement::Flow { .. } => false,
        })
    }

    /// The model of a method on an object that has escaped. What such a container holds is whatever
    /// has escaped: its new iterators are like those of collections of which nothing is known, so
    /// that calls need not tell its kind.
    pub(in crate::solver) fn model_on_escaped(
        &mut self,
        model: &'a Model,
        callee: CalleeId,
    ) -> &'a Model {
        let unknown = self.model_on_unknown(callee);
        unknown
            .filter(|_| self.gives_nothing_but_single_use(model))
            .unwrap_or(model)
    }

    /// Returns whether a model gives out new objects of single use, or constants, and does nothing
    /// else but fill them.
    fn gives_nothing_but_single_use(&self, model: &Model) -> bool {
        self.gives_single_use(model)
            && model.statements.iter().all(|statement| match statement {
                Statement::New { target, .. } => target.base == Base::Result,
                Statement::Flow { to, .. } => to.base != Base::Result || to.part.is_some(),
                Statement::Call { .. } => false,
            })
    }

    /// Returns whether a statement makes another object for each call, by what is known of its kind
    /// or by what it says itself.
    fn is_told_apart(&self, article: Article, kind: KindId) -> bool {
        match article {
            Article::New => self.is_single_use(kind),
            Article::Fresh => true,
            Article::Its | Article::The => false,
        }
    }

    /// Returns whether what a model gives depends on a part that its receiver keeps.
    pub(in crate::solver) fn asks_what_is_kept(&self, object: ObjectId, model: &Model) -> bool {
        let Some(kind) = self.kinds[object] else {
            return false;
        };
        let is_kept = |term: &Term| {
            term.base == Base::This && term.part.is_some_and(|part| self.models.keeps(kind, part))
        };
        let asks = |statement: &Statement| matches!(statement, Statement::Call { receiver, .. } if is_kept(receiver));
        let makes = |statement: &Statement| matches!(statement, Statement::New { kind, .. } if self.models.keeps_any(*kind));
        let mut each = model.statements.iter();
        each.clone().any(asks) && (self.gives_single_use(model) || each.any(makes))
    }

    pub(super) fn is_single_use(&self, kind: KindId) -> bool {
        is_single_use(&self.program.hierarchy, &self.models.kind(kind).ty)
    }
}
