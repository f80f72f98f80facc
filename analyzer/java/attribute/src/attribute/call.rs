//! Method invocation expressions (JLS 15.12).

use std::rc::Rc;

use ir::Target;
use java_syntax::ast::{ExprId, ExprKind, Ident, TypeArgument};

use super::Attributor;
use super::candidates::Candidates;
use super::invocation::Invocation;
use super::name::Qualifier;
use super::operand::{CallPlace, Operand, Pending, Receiver, Selected, Target as Wanted, Typed};
use crate::scope::Scope;
use crate::types::Ty;

impl Attributor<'_, '_> {
    /// A method call: at once if its type is known without a target, else when there is one.
    pub(super) fn call(&mut self, scope: &Scope, expr: ExprId) -> Rc<Operand> {
        let ExprKind::Call {
            qualifier,
            type_arguments,
            name,
            arguments,
        } = &self.unit.exprs[expr].kind
        else {
            return self.unknown(expr);
        };
        let candidates = self.call_candidates(scope, *qualifier, name);

        let arguments: Vec<Rc<Operand>> = arguments
            .iter()
            .map(|&argument| self.operand(scope, argument))
            .collect();
        match self.certain_method(scope, &candidates, &arguments, type_arguments) {
            Some(selected) => {
                let receiver = candidates.receiver;
                let (place, scope) = (CallPlace::Call(expr), scope.clone());
                self.settle(Pending {
                    place,
                    scope,
                    selected,
                    arguments,
                    receiver,
                })
            }
            None => self.unresolved(expr, &candidates, name, &arguments),
        }
    }

    fn call_candidates(
        &mut self,
        scope: &Scope,
        qualifier: Option<ExprId>,
        name: &Ident,
    ) -> Candidates {
        let Some(qualifier) = qualifier else {
            return self.plain_candidates(scope, &name.text);
        };
        match self.qualifier(scope, qualifier) {
            Qualifier::Value(expr, ty) => {
                let site = self.types.capture(ty);
                self.value_candidates(site, &name.text, Receiver::Value(expr))
            }
            Qualifier::Type(ty) => self.type_candidates(ty, &name.text),
            Qualifier::Super(ty) => self.value_candidates(ty, &name.text, Receiver::Super),
            Qualifier::Package(_) => self.value_candidates(Ty::UNKNOWN, &name.text, Receiver::Type),
        }
    }

    /// The method that a call means, if that is certain: answers that rest on something missing
    /// count only where there is no choice.
    pub(super) fn certain_method(
        &mut self,
        scope: &Scope,
        candidates: &Candidates,
        arguments: &[Rc<Operand>],
        type_arguments: &[TypeArgument],
    ) -> Option<Selected> {
        let from = self.enclosing_class(scope);
        let type_arguments = self.type_arguments(scope, type_arguments);
        let before = self.types.assumptions();
        let selected = self.most_fitting(candidates, arguments, &type_arguments, from)?;
        let assumed = self.types.assumptions() != before
            && candidates.accepting(arguments.len()).nth(1).is_some();
        let hidden = candidates.incomplete && !is_exact(&selected, arguments);
        (!assumed && !hidden).then_some(selected)
    }

    /// A chosen call: completed, unless its type depends on the target.
    pub(super) fn settle(&mut self, pending: Pending) -> Rc<Operand> {
        if pending.is_settled(self.types) {
            let typed = self.complete(&pending, None);
            return Rc::new(Operand::Typed(typed));
        }
        Rc::new(Operand::Call(Box::new(pending)))
    }

    /// Infers what is left of a call that is wanted as `wanted`, settles its arguments and notes
    /// its target; its value.
    pub(super) fn complete(&mut self, pending: &Pending, wanted: Option<Ty>) -> Typed {
        let invocation = self.invocation(pending, wanted);
        self.settle_arguments(pending, &invocation);
        match pending.place {
            CallPlace::Call(expr) => self.note_call(expr, pending, &invocation),
            _ => self.note_creation(pending, &invocation),
        }
    }

    /// Arguments are passed as the erased parameters of the declaration.
    fn settle_arguments(&mut self, pending: &Pending, invocation: &Invocation) {
        let Selected { method, phase, .. } = &pending.selected;
        let arity = pending.arguments.len();
        let raw: Vec<Ty> = method
            .formals
            .iter()
            .map(|&formal| self.types.erasure(formal))
            .collect();
        let raw = self
            .for_arguments(&raw, method, *phase, arity)
            .map(|(raw, _)| raw)
            .unwrap_or_default();

        for (index, argument) in pending.arguments.iter().enumerate() {
            let formal = invocation
                .formals
                .get(index)
                .copied()
                .unwrap_or(Ty::UNKNOWN);
            let mut raw = raw.get(index).copied().unwrap_or(Ty::UNKNOWN);
            if pending
                .selected
                .first_packed()
                .is_some_and(|first| index >= first)
            {
                raw = self.types.erasure(formal);
            }
            self.finish(argument, Wanted::Type(formal, raw));
        }
    }

    fn note_call(&mut self, expr: ExprId, pending: &Pending, invocation: &Invocation) -> Typed {
        let selected = &pending.selected;
        let method = &selected.method;
        let site = self.call_site(pending);
        let mut target = self.method_call_target(method, site, pending.receiver == Receiver::Super);
        target.varargs = self.varargs(selected, invocation);

        if let Receiver::Enclosing(class, _) = pending.receiver {
            target.receiver_class = self.receiver_class(method, class);
        }
        if method.signature_polymorphic {
            return self.note_polymorphic(expr, pending, target);
        }

        self.out.calls.insert(expr, target);
        let (ty, raw) = self
            .special_result(pending)
            .unwrap_or((invocation.result, self.types.erasure(method.result)));
        self.typed(expr, ty, raw)
    }

    /// The type that names the method in the instruction: a static member of a class further out is
    /// named by the class that declares it.
    fn call_site(&self, pending: &Pending) -> Ty {
        let Selected { method, site, .. } = &pending.selected;
        match pending.receiver {
            Receiver::Enclosing(_, false) | Receiver::Imported if method.access.is_static() => {
                self.types.class_type(method.class, &[])
            }
            _ => *site,
        }
    }

    /// Results that no declaration tells: `getClass()` (JLS 4.3.2) and `clone()` of an array (JLS
    /// 10.7).
    fn special_result(&self, pending: &Pending) -> Option<(Ty, Ty)> {
        let Selected { method, site, .. } = &pending.selected;
        let types = self.types;
        if !method.formals.is_empty() || method.class != types.known_class(types.known().object) {
            return None;
        }

        match &*method.name {
            "clone" if types.component(types.erasure(*site)).is_some() => {
                Some((*site, types.known().object))
            }
            "getClass" => {
                let bound = types.wildcard(crate::types::Wildcard::Extends(types.erasure(*site)));
                let class = types.known_class(types.known().class);
                Some((
                    types.capture(types.class_type(class, &[bound])),
                    types.known().class,
                ))
            }
            _ => None,
        }
    }

    /// A signature-polymorphic call (JLS 15.12.3): arguments and result as they are.
    fn note_polymorphic(
        &mut self,
        expr: ExprId,
        pending: &Pending,
        mut call: crate::tables::CallTarget,
    ) -> Typed {
        let method = &pending.selected.method;
        let declared = self.types.erasure(method.result);
        let wanted = self
            .polymorphic
            .get(&expr)
            .copied()
            .filter(|_| declared == self.types.known().object);
        let result = wanted.unwrap_or(declared);
        let arguments: Vec<Ty> = pending
            .arguments
            .iter()
            .map(|argument| self.finish(argument, Wanted::Own))
            .collect();

        if let Target::Resolved(reference) = &mut call.target {
            reference.descriptor = self.types.method_descriptor(&arguments, result);
        }

        call.varargs = None;
        call.result = self.types.erased(result);
        self.out.calls.insert(expr, call);
        self.typed(expr, result, self.types.erasure(result))
    }

    pub(super) fn typed(&mut self, expr: ExprId, ty: Ty, raw: Ty) -> Typed {
        self.standalone_as(expr, ty, raw, None);
        Typed {
            expr,
            ty,
            raw,
            value: None,
        }
    }

    /// A call whose method cannot be told; its arguments are used at their own types.
    fn unresolved(
        &mut self,
        expr: ExprId,
        candidates: &Candidates,
        name: &Ident,
        arguments: &[Rc<Operand>],
    ) -> Rc<Operand> {
        arguments.iter().for_each(|argument| {
            self.finish(argument, Wanted::Own);
        });
        self.blame(expr, candidates.site, arguments);
        let only = self.only_target(candidates, arguments.len());
        let mut call =
            only.unwrap_or_else(|| self.unresolved_call(candidates, &name.text, arguments.len()));
        call.is_super = candidates.receiver == Receiver::Super;
        if let Receiver::Enclosing(class, _) = candidates.receiver {
            call.receiver_class = Some(self.types.class_name(class));
        }
        self.out.calls.insert(expr, call);
        self.unknown(expr)
    }
}

/// Returns whether every argument has the very type of its parameter, so that no method that is
/// missing could fit better.
fn is_exact(selected: &Selected, arguments: &[Rc<Operand>]) -> bool {
    let same = |(argument, &formal): (&Rc<Operand>, &Ty)| match &**argument {
        Operand::Typed(typed) => typed.ty == formal,
        Operand::Given(ty) => *ty == formal,
        _ => false,
    };
    selected.packed.is_none() && arguments.iter().zip(&selected.formals).all(same)
}
