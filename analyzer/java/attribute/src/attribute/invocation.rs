//! The type of an invocation (JLS 15.12.2.6, 18.5.2): what the arguments that wait for a type, and
//! the type that is wanted of the result, add to what applicability found out.

use std::rc::Rc;

use super::Attributor;
use super::operand::{Lambda, Operand, Pending, Reference, Selected};
use crate::infer::{Bounds, as_variable};
use crate::types::{CONSTRUCTOR, InferenceId, Phase, Ty};

/// A call with all types known.
#[derive(Debug, Clone)]
pub(super) struct Invocation {
    /// One for each argument.
    pub(super) formals: Vec<Ty>,
    /// The type of the arguments that are packed into an array.
    pub(super) packed: Option<Ty>,
    /// The type of the value, captured.
    pub(super) result: Ty,
}

/// An argument that waits, and the type it is passed as.
type Waiting = (Rc<Operand>, Ty);

impl Attributor<'_, '_> {
    /// Infers the type arguments of a call that is wanted as `target`, if its place wants a type.
    pub(super) fn invocation(&mut self, pending: &Pending, target: Option<Ty>) -> Invocation {
        let types = self.types;
        let selected = &pending.selected;
        let mut bounds = selected.bounds.clone();
        if let Some(target) = target.filter(|&target| target != Ty::UNKNOWN && target != Ty::VOID) {
            let mut attempt = bounds.clone();
            if self.is_result_compatible(&mut attempt, selected, target) && attempt.holds() {
                bounds = attempt;
            }
        }

        let mut waiting = Vec::new();
        collect_waiting(&pending.arguments, &selected.formals, &bounds, &mut waiting);
        self.reduce_waiting(&mut bounds, waiting);
        bounds.resolve_all(types);
        let result = bounds.apply(types, selected.result);
        Invocation {
            formals: selected
                .formals
                .iter()
                .map(|&formal| bounds.apply(types, formal))
                .collect(),
            packed: selected.packed.map(|packed| bounds.apply(types, packed)),
            result: types.capture(if self.is_erased(selected, &bounds) {
                types.erasure(result)
            } else {
                result
            }),
        }
    }

    /// Returns whether an unchecked conversion erases the result.
    fn is_erased(&self, selected: &Selected, bounds: &Bounds) -> bool {
        selected.unchecked || bounds.unchecked && selected.is_erased_if_unchecked(self.types)
    }

    /// Reduces waiting arguments, those first that need no others. One that contradicts the rest is
    /// left out.
    fn reduce_waiting(&mut self, bounds: &mut Bounds, mut waiting: Vec<Waiting>) {
        while !waiting.is_empty() {
            let next = self.next_waiting(bounds, &waiting);
            let (operand, formal) = waiting.remove(next);
            let mut attempt = bounds.clone();
            if self.reduce(&mut attempt, &operand, formal, &mut waiting) && attempt.holds() {
                *bounds = attempt;
            }
        }
    }

    /// The first waiting argument whose inputs depend on no output of another one (JLS 18.5.2.2).
    fn next_waiting(&self, bounds: &Bounds, waiting: &[Waiting]) -> usize {
        if waiting.len() == 1 {
            return 0;
        }

        let inputs: Vec<Vec<InferenceId>> = waiting
            .iter()
            .map(|(w, formal)| self.inputs(bounds, w, *formal))
            .collect();
        let outputs: Vec<Vec<InferenceId>> = waiting
            .iter()
            .zip(&inputs)
            .map(|((_, formal), inputs)| {
                let mentioned = Bounds::mentioned(self.types, bounds.apply(self.types, *formal));
                mentioned
                    .into_iter()
                    .filter(|id| !inputs.contains(id))
                    .collect()
            })
            .collect();

        let is_free = |&index: &usize| {
            let needed = inputs[index]
                .iter()
                .flat_map(|&id| bounds.dependencies(self.types, id));
            let others = outputs
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != index);
            let given: Vec<InferenceId> = others.flat_map(|(_, ids)| ids.iter().copied()).collect();
            needed.into_iter().all(|id| !given.contains(&id))
        };

        (0..waiting.len()).find(is_free).unwrap_or(0)
    }

    /// The input variables of a waiting argument (JLS 18.5.2.2).
    fn inputs(&self, bounds: &Bounds, operand: &Rc<Operand>, formal: Ty) -> Vec<InferenceId> {
        let types = self.types;
        let formal = bounds.apply(types, formal);
        if let Some(id) = as_variable(types, formal) {
            return vec![id];
        }

        let waits = match &**operand {
            Operand::Lambda(lambda) => lambda.explicit.is_none(),
            Operand::Reference(reference) => reference.exact.is_none(),
            _ => false,
        };
        match types.function_type(formal).filter(|_| waits) {
            Some(function) => function
                .formals
                .iter()
                .flat_map(|&formal| Bounds::mentioned(types, formal))
                .collect(),
            None => Vec::new(),
        }
    }

    fn reduce(
        &mut self,
        bounds: &mut Bounds,
        operand: &Rc<Operand>,
        formal: Ty,
        waiting: &mut Vec<Waiting>,
    ) -> bool {
        match &**operand {
            Operand::Lambda(lambda) => match self.reduce_lambda(bounds, lambda, formal) {
                Some((results, result)) => {
                    let formals = vec![result; results.len()];
                    collect_waiting(&results, &formals, bounds, waiting);
                    true
                }
                None => false,
            },
            Operand::Reference(reference) => self.reduce_reference(bounds, reference, formal),
            _ => true,
        }
    }

    /// `formal` with its inference variables resolved if it is one itself: a lambda says nothing
    /// about it.
    fn resolved_formal(&self, bounds: &mut Bounds, formal: Ty) -> Ty {
        let formal = bounds.apply(self.types, formal);
        if let Some(id) = as_variable(self.types, formal) {
            bounds.resolve(self.types, &[id]);
        }
        bounds.apply(self.types, formal)
    }

    /// `lambda -> formal` (JLS 18.2.1): the lambda's results, if any are wanted, with the type they
    /// are wanted as; `None` where the constraint cannot hold.
    pub(super) fn reduce_lambda(
        &mut self,
        bounds: &mut Bounds,
        lambda: &Lambda,
        formal: Ty,
    ) -> Option<(Rc<[Rc<Operand>]>, Ty)> {
        let types = self.types;
        let formal = self.resolved_formal(bounds, formal);
        let ground = self.ground_target(lambda, formal);
        let Some(function) = types.function_type(ground) else {
            return (formal == Ty::UNKNOWN && types.assume()).then(|| (Rc::from([]), Ty::VOID));
        };
        let is_subtype = ground == formal || bounds.subtype(types, ground, formal);

        if function.formals.len() != lambda.parameters.len() || !is_subtype {
            return None;
        }

        let parameters = match &lambda.explicit {
            Some(explicit) => {
                let same = |(&written, &formal): (&Ty, &Ty)| bounds.equal(types, written, formal);
                let equal = explicit.iter().zip(function.formals.iter()).all(same);
                equal.then(|| explicit.clone())?
            }
            None => self.resolved_formals(bounds, &function.formals),
        };
        let results = self.lambda_results(lambda, &parameters);

        if function.result == Ty::VOID {
            return Some((Rc::from([]), Ty::VOID));
        }

        for result in results.iter() {
            let wanted = bounds.apply(types, function.result);
            let matters = lambda.explicit.is_some() || !Bounds::is_proper(types, wanted);
            if matters
                && !self.is_narrowed(result, wanted)
                && !self.is_compatible(bounds, result, wanted, Phase::Loose)
            {
                return None;
            }
        }

        Some((results, function.result))
    }

    /// Returns whether a result is a constant that is returned as a narrower type (JLS 5.2).
    fn is_narrowed(&self, result: &Rc<Operand>, wanted: Ty) -> bool {
        let value = match &**result {
            Operand::Typed(typed) => typed.value.as_ref(),
            _ => None,
        };
        value.is_some_and(|value| value.fits(self.types.as_primitive(wanted).unwrap_or(wanted)))
    }

    /// Types of parameters with their inference variables resolved.
    fn resolved_formals(&self, bounds: &mut Bounds, formals: &[Ty]) -> Vec<Ty> {
        let types = self.types;
        let mentioned: Vec<InferenceId> = formals
            .iter()
            .flat_map(|&formal| Bounds::mentioned(types, formal))
            .collect();
        bounds.resolve(types, &mentioned);
        formals
            .iter()
            .map(|&formal| bounds.apply(types, formal))
            .collect()
    }

    /// `reference -> formal` (JLS 18.2.1).
    pub(super) fn reduce_reference(
        &mut self,
        bounds: &mut Bounds,
        reference: &Reference,
        formal: Ty,
    ) -> bool {
        let types = self.types;
        let formal = self.resolved_formal(bounds, formal);
        let Some(function) = types.function_type(formal) else {
            return formal == Ty::UNKNOWN && types.assume();
        };
        if let Some(method) = reference.exact.clone()
            && !self.reduce_exact(bounds, reference, &method, &function.formals)
        {
            return false;
        }

        let formals = self.resolved_formals(bounds, &function.formals);
        let wanted = bounds.apply(types, function.result);
        if wanted == Ty::VOID {
            return true;
        }

        let Some(result) = self.reference_result(reference, &formals, bounds, wanted) else {
            return types.assume();
        };
        result != Ty::VOID && bounds.compatible(types, result, wanted)
    }

    /// The parameters of an exact method reference: each parameter of the function is passed to one
    /// of the method.
    fn reduce_exact(
        &self,
        bounds: &mut Bounds,
        reference: &Reference,
        method: &crate::types::Method,
        formals: &[Ty],
    ) -> bool {
        let types = self.types;
        let (own, _) = types.member_signature(method, reference.qualifier.ty());
        let passed = match formals.len().checked_sub(own.len()) {
            Some(0) => formals,
            Some(1) => {
                let site = reference.qualifier.ty();
                if !types.is_raw(site) && !bounds.subtype(types, formals[0], site) {
                    return false;
                }
                &formals[1..]
            }
            _ => return false,
        };

        passed
            .iter()
            .zip(own.iter())
            .all(|(&from, &to)| bounds.compatible(types, from, to))
    }
}

/// The arguments of a call, and of the calls among them, that wait for a type.
fn collect_waiting(
    arguments: &[Rc<Operand>],
    formals: &[Ty],
    bounds: &Bounds,
    into: &mut Vec<Waiting>,
) {
    for (argument, &formal) in arguments.iter().zip(formals) {
        match &**argument {
            Operand::Lambda(_) | Operand::Reference(_) => into.push((argument.clone(), formal)),
            Operand::Call(call) if bounds.includes(&call.selected.bounds) => {
                collect_waiting(&call.arguments, &call.selected.formals, bounds, into);
            }
            Operand::Conditional {
                then, otherwise, ..
            } => {
                collect_waiting(
                    &[then.clone(), otherwise.clone()],
                    &[formal; 2],
                    bounds,
                    into,
                );
            }
            Operand::Switch { results, .. } => {
                collect_waiting(results, &vec![formal; results.len()], bounds, into)
            }
            Operand::Typed(_) | Operand::Given(_) | Operand::Call(_) => {}
        }
    }
}

impl Pending {
    /// A call of which everything is known: nothing is inferred.
    pub(super) fn is_settled(&self, types: &crate::types::Types) -> bool {
        Bounds::is_proper(types, self.selected.result)
    }
}

impl Selected {
    /// Returns whether the result is erased where an argument needs an unchecked conversion (JLS
    /// 15.12.2.6): not that of a constructor whose class is written with its type arguments.
    pub(super) fn is_erased_if_unchecked(&self, types: &crate::types::Types) -> bool {
        *self.method.name != *CONSTRUCTOR || !Bounds::is_proper(types, self.result)
    }

    /// The array type that the last arguments are packed into, by the type of each.
    pub(super) fn first_packed(&self) -> Option<usize> {
        self.packed.map(|_| self.method.formals.len() - 1)
    }
}
