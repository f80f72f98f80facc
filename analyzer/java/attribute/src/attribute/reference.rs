//! Method references (JLS 15.13).

use std::rc::Rc;
use std::sync::Arc;

use java_syntax::ast::{ExprId, Ident, TypeArgument};

use super::Attributor;
use super::candidates::Candidates;
use super::name::Qualifier;
use super::operand::{
    CallPlace, Operand, Pending, Receiver, Reference, ReferenceQualifier, Selected,
};
use crate::infer::Bounds;
use crate::scope::Scope;
use crate::tables::ReferenceTarget;
use crate::types::{CONSTRUCTOR, FunctionType, Method, Ty};

/// The method that a reference calls.
struct Referenced {
    selected: Selected,
    /// True if the first argument is the receiver.
    unbound: bool,
}

impl Attributor<'_, '_> {
    /// A method reference, which waits for its target type.
    pub(super) fn method_reference(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        qualifier: ExprId,
        type_arguments: &[TypeArgument],
        name: &Ident,
    ) -> Rc<Operand> {
        let qualifier = match &*name.text {
            "new" => self.class_qualifier(scope, qualifier),
            _ => self.qualifier(scope, qualifier),
        };
        let qualifier = match qualifier {
            Qualifier::Value(_, ty) => ReferenceQualifier::Value(ty),
            Qualifier::Type(ty) => ReferenceQualifier::Type(ty),
            Qualifier::Super(ty) => ReferenceQualifier::Super(ty),
            Qualifier::Package(_) => ReferenceQualifier::Type(Ty::UNKNOWN),
        };

        let type_arguments = self.type_arguments(scope, type_arguments);
        let name: Arc<str> = if &*name.text == "new" {
            CONSTRUCTOR.into()
        } else {
            name.text.clone()
        };
        let mut reference = Reference {
            expr,
            scope: scope.clone(),
            qualifier,
            type_arguments,
            exact: None,
            name,
        };
        reference.exact = self.exact_method(&reference);

        Rc::new(Operand::Reference(reference))
    }

    /// The only method that the reference can mean (JLS 15.13.1): not overloaded, of fixed arity,
    /// not generic.
    fn exact_method(&self, reference: &Reference) -> Option<Rc<Method>> {
        let candidates = self.reference_candidates(reference);
        let from = self.enclosing_class(&reference.scope);
        let mut accessible = candidates
            .methods
            .iter()
            .filter(|method| self.is_accessible(method, from));
        let (Some(only), None) = (accessible.next(), accessible.next()) else {
            return None;
        };
        let generic = !only.parameters.is_empty() && reference.type_arguments.is_empty();
        let raw = self.types.is_raw(reference.qualifier.ty());
        (!only.is_varargs() && !generic && !raw && !candidates.incomplete).then(|| only.clone())
    }

    /// The methods that a reference can mean by its name.
    pub(super) fn reference_candidates(&self, reference: &Reference) -> Candidates {
        let ty = reference.qualifier.ty();
        if &*reference.name == CONSTRUCTOR {
            return self.constructor_candidates(ty, self.types.is_raw(ty), Receiver::New);
        }

        match reference.qualifier {
            ReferenceQualifier::Value(_) => self.value_candidates(
                self.types.capture(ty),
                &reference.name,
                Receiver::Value(reference.expr),
            ),
            ReferenceQualifier::Super(_) => {
                self.value_candidates(ty, &reference.name, Receiver::Super)
            }
            ReferenceQualifier::Type(_) => {
                self.value_candidates(ty, &reference.name, Receiver::Type)
            }
        }
    }

    /// The method that a reference means for these parameters of its function.
    fn referenced(&mut self, reference: &Reference, formals: &[Ty]) -> Option<Referenced> {
        let from = self.enclosing_class(&reference.scope);
        let arguments: Vec<Rc<Operand>> = formals
            .iter()
            .map(|&ty| Rc::new(Operand::Given(ty)))
            .collect();
        let candidates = self.reference_candidates(reference);
        let bound = self.most_fitting(&candidates, &arguments, &reference.type_arguments, from);
        let written_type = reference.qualifier.is_type() && &*reference.name != CONSTRUCTOR;

        if !written_type {
            return bound.map(|selected| Referenced {
                selected,
                unbound: false,
            });
        }

        let unbound = self.unbound(reference, candidates, &arguments, formals);
        let is_static = |selected: &Selected| selected.method.access.is_static();
        match (
            bound.filter(is_static),
            unbound.filter(|selected| !is_static(selected)),
        ) {
            (Some(selected), None) => Some(Referenced {
                selected,
                unbound: false,
            }),
            (None, Some(selected)) => Some(Referenced {
                selected,
                unbound: true,
            }),
            _ => None,
        }
    }

    /// The method that the reference means if its first argument is the receiver.
    fn unbound(
        &mut self,
        reference: &Reference,
        mut candidates: Candidates,
        arguments: &[Rc<Operand>],
        formals: &[Ty],
    ) -> Option<Selected> {
        let from = self.enclosing_class(&reference.scope);
        let (&first, _) = formals.split_first()?;
        let ty = reference.qualifier.ty();
        if !Bounds::default().compatible(self.types, first, self.types.erasure(ty)) {
            return None;
        }
        if self.types.is_raw(ty) {
            let class = self.types.class_of(ty)?;
            candidates.site = self
                .types
                .as_super(first, class)
                .map_or(ty, |found| self.types.capture(found));
        } else {
            candidates.site = self.types.capture(ty);
        }

        self.most_fitting(
            &candidates,
            &arguments[1..],
            &reference.type_arguments,
            from,
        )
    }

    /// The type of the value of a reference as a function of these parameters, wanted as a type
    /// that may still have to be inferred; `None` where it is not known what the reference means.
    pub(super) fn reference_result(
        &mut self,
        reference: &Reference,
        formals: &[Ty],
        bounds: &mut Bounds,
        wanted: Ty,
    ) -> Option<Ty> {
        if let Some(array) = array_constructor(self, reference) {
            return Some(array);
        }
        let referenced = self.referenced(reference, formals)?;
        let pending = pending(reference, &referenced, formals);
        if pending.is_settled(self.types) {
            return Some(self.result_of(&pending, None));
        }
        bounds.merge(&pending.selected.bounds);
        let holds = self.is_result_compatible(bounds, &pending.selected, wanted);
        holds.then_some(Ty::UNKNOWN)
    }

    fn result_of(&mut self, pending: &Pending, wanted: Option<Ty>) -> Ty {
        let is_clone = self.types.component(pending.selected.site).is_some()
            && &*pending.selected.method.name == "clone";
        if is_clone {
            pending.selected.site
        } else {
            self.invocation(pending, wanted).result
        }
    }

    /// The reference as a value of the target type.
    pub(super) fn finish_reference(&mut self, reference: &Reference, target: Option<Ty>) -> Ty {
        let Some(function) = target.and_then(|target| self.types.function_type(target)) else {
            self.unknown(reference.expr);
            return Ty::UNKNOWN;
        };
        let formals = function.formals.clone();
        let called = match array_constructor(self, reference) {
            Some(array) => Some(ReferenceTarget::Array(self.erased_or_object(array))),
            None => self.reference_target(reference, &function),
        };
        self.functional(reference.expr, target, &function, &formals, called)
    }

    fn reference_target(
        &mut self,
        reference: &Reference,
        function: &FunctionType,
    ) -> Option<ReferenceTarget> {
        let Some(referenced) = self.referenced(reference, &function.formals) else {
            return self.unresolved_reference(reference, function);
        };
        let pending = pending(reference, &referenced, &function.formals);
        let wanted = Some(function.result).filter(|&result| result != Ty::VOID);
        let invocation = self.invocation(&pending, wanted);
        let selected = &referenced.selected;

        if &*selected.method.name == CONSTRUCTOR {
            return self
                .constructed(&reference.scope, selected, &invocation)
                .map(ReferenceTarget::Constructor);
        }

        let is_super = matches!(reference.qualifier, ReferenceQualifier::Super(_));
        let mut call = self.method_call_target(&selected.method, selected.site, is_super);
        call.varargs = self.varargs(selected, &invocation);
        Some(if referenced.unbound {
            ReferenceTarget::Unbound(call)
        } else {
            ReferenceTarget::Method(call)
        })
    }

    fn unresolved_reference(
        &mut self,
        reference: &Reference,
        function: &FunctionType,
    ) -> Option<ReferenceTarget> {
        if &*reference.name == CONSTRUCTOR {
            return None;
        }
        let candidates = self.reference_candidates(reference);
        let arity = function.formals.len();
        Some(ReferenceTarget::Method(self.unresolved_call(
            &candidates,
            &reference.name,
            arity,
        )))
    }
}

/// The type of `T[]::new`.
pub(super) fn array_constructor(attributor: &Attributor, reference: &Reference) -> Option<Ty> {
    let ty = reference.qualifier.ty();
    (&*reference.name == CONSTRUCTOR && attributor.types.component(ty).is_some()).then_some(ty)
}

/// The call that a reference makes.
fn pending(reference: &Reference, referenced: &Referenced, formals: &[Ty]) -> Pending {
    let passed = &formals[usize::from(referenced.unbound)..];
    Pending {
        place: CallPlace::Call(reference.expr),
        scope: reference.scope.clone(),
        selected: referenced.selected.clone(),
        arguments: passed
            .iter()
            .map(|&ty| Rc::new(Operand::Given(ty)))
            .collect(),
        receiver: Receiver::Type,
    }
}
