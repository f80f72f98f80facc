//! The enhanced `for` statement (JLS 14.14.2) with the calls that javac makes of it.

use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::{ExprId, StmtId, VarId};
use java_types::descriptor::Type;

use super::Attributor;
use super::operand::Target;
use crate::scope::Scope;
use crate::tables::{CallTarget, ForEachTarget};
use crate::types::{ClassId, Method, Ty};

impl Attributor<'_, '_> {
    pub(super) fn for_each(
        &mut self,
        scope: &Scope,
        stmt: StmtId,
        var: VarId,
        iterable: ExprId,
        body: StmtId,
    ) {
        let iterated = self.value(scope, iterable, Target::Own);
        let element = self.element(iterated);
        let ty = match &self.unit.vars[var].ty {
            Some(written) => self.written(scope, written),
            None => self.types.upward(element),
        };
        self.declare(var, ty);
        if let Some(target) = self.for_each_target(iterated, element, ty) {
            self.out.for_eachs.insert(stmt, target);
        }
        let inner = self.with_variable(scope, var);
        self.statement(&inner, body);
    }

    /// The type of the elements of an array or `Iterable`.
    fn element(&self, iterated: Ty) -> Ty {
        if let Some(component) = self.types.component(self.types.array_bound(iterated)) {
            return component;
        }
        let captured = self.types.capture(iterated);
        let iterable = self.types.known_class(self.types.known().iterable);
        match self.types.as_super(captured, iterable) {
            Some(iterable) => match *self.types.arguments(iterable) {
                [element] => self.types.upper_bound(element),
                _ => self.types.known().object,
            },
            None => Ty::UNKNOWN,
        }
    }

    /// The calls of a loop over an `Iterable`. Elements are cast to the variable's type, or, where
    /// that is primitive, to the type of the elements.
    fn for_each_target(&self, iterated: Ty, element: Ty, variable: Ty) -> Option<ForEachTarget> {
        let iterable = self.types.known_class(self.types.known().iterable);
        if self
            .types
            .component(self.types.array_bound(iterated))
            .is_some()
        {
            return None;
        }
        self.types.as_super(iterated, iterable)?;
        let erased = self.types.erasure(iterated);
        let is_iterable = self.types.as_super(erased, iterable).is_some();
        let site = if is_iterable {
            erased
        } else {
            self.types.known().iterable
        };

        let iterator = self.types.known().iterator;
        let cast = if variable.is_primitive() {
            element
        } else {
            variable
        };

        Some(ForEachTarget {
            iterator: self.plain_call(site, "iterator")?,
            has_next: self.plain_call(iterator, "hasNext")?,
            next: self.plain_call(iterator, "next")?,
            element: self.types.erased(cast).unwrap_or_else(Type::object),
        })
    }

    /// The call of a method without parameters that the compiler makes on a value of an erased
    /// class type.
    pub(super) fn plain_call(&self, site: Ty, name: &str) -> Option<CallTarget> {
        let method = self.plain_method(self.types.class_of(site)?, name)?;
        Some(self.method_call_target(&method, site, false))
    }

    /// The member of a class that has this name and no parameters.
    pub(super) fn plain_method(&self, class: ClassId, name: &str) -> Option<Rc<Method>> {
        let name: Arc<str> = name.into();
        let members = self.types.members(class, &name);
        members
            .iter()
            .find(|method| method.formals.is_empty())
            .cloned()
    }
}
