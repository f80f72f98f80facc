//! The most specific of several applicable methods (JLS 15.12.2.5).

use std::rc::Rc;

use super::Attributor;
use super::operand::{Lambda, Operand, Selected};
use crate::infer::Bounds;
use crate::types::{FunctionType, Phase, Ty};

impl Attributor<'_, '_> {
    /// The method that is more specific than all others; `None` where the call is ambiguous.
    pub(super) fn most_specific(
        &mut self,
        applicable: Vec<Selected>,
        arguments: &[Rc<Operand>],
    ) -> Option<Selected> {
        if applicable.len() == 1 {
            return applicable.into_iter().next();
        }

        let mut best = Vec::new();
        for (index, one) in applicable.iter().enumerate() {
            let mut others = applicable
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != index);
            if others.all(|(_, other)| self.is_more_specific(one, other, arguments)) {
                best.push(index);
            }
        }

        let preferred = self.preferred(&applicable, &best)?;
        applicable.into_iter().nth(preferred)
    }

    /// Among methods that are as specific as each other: the concrete one, else the one with the
    /// most specific result.
    fn preferred(&self, applicable: &[Selected], best: &[usize]) -> Option<usize> {
        let concrete = |&&index: &&usize| !applicable[index].method.access.is_abstract();
        let mut concretes = best.iter().filter(concrete);
        if let (Some(&only), None) = (concretes.next(), concretes.next()) {
            return Some(only);
        }

        let result = |index: usize| {
            self.types
                .member_signature(&applicable[index].method, applicable[index].site)
                .1
        };
        let narrowest = |&&index: &&usize| {
            let narrower = |&other: &usize| self.types.is_subtype(result(index), result(other));
            best.iter().all(narrower)
        };

        best.iter().find(narrowest).or(best.first()).copied()
    }

    fn is_more_specific(
        &mut self,
        one: &Selected,
        other: &Selected,
        arguments: &[Rc<Operand>],
    ) -> bool {
        let types = self.types;
        let (formals, _) = types.member_signature(&one.method, one.site);
        let (others, _) = types.member_signature(&other.method, other.site);
        let arity = arguments.len() + usize::from(one.phase == Phase::Varargs);
        let Some((formals, _)) = self.for_arguments(&formals, &one.method, one.phase, arity) else {
            return true;
        };
        let Some((others, _)) = self.for_arguments(&others, &other.method, other.phase, arity)
        else {
            return true;
        };

        let mut bounds = Bounds::default();
        let site = (Vec::new(), [].into());
        let parameters = if other.parameters.is_empty() {
            &other.method.parameters
        } else {
            &other.parameters
        };
        let variables = bounds.declare(types, parameters, &[], site);
        let others = types.substitute_all(&others, parameters, &variables);

        formals
            .iter()
            .zip(others.iter())
            .enumerate()
            .all(|(index, (&formal, &other))| {
                let mut attempt = bounds.clone();
                if attempt.subtype(types, formal, other) && attempt.holds() {
                    bounds = attempt;
                    return true;
                }
                arguments
                    .get(index)
                    .is_some_and(|argument| self.is_more_specific_function(argument, formal, other))
            })
    }

    /// Returns whether one functional interface is more specific than another for a lambda or
    /// method reference.
    fn is_more_specific_function(&mut self, argument: &Rc<Operand>, one: Ty, other: Ty) -> bool {
        let (Some(one), Some(other)) = (
            self.types.function_type(one),
            self.types.function_type(other),
        ) else {
            return false;
        };
        let (Some(left), Some(right)) = (
            self.types.class_of(one.interface),
            self.types.class_of(other.interface),
        ) else {
            return false;
        };

        if self.types.is_subclass(left, right) || self.types.is_subclass(right, left) {
            return false;
        }

        match &**argument {
            Operand::Lambda(lambda) => self.is_more_specific_for_lambda(lambda, &one, &other),
            Operand::Reference(reference) => match &reference.exact {
                Some(method) => self.prefers(&one, &other, method.result.is_primitive()),
                None => false,
            },
            Operand::Conditional {
                then, otherwise, ..
            } => {
                let (one, other) = (one.interface, other.interface);
                self.is_more_specific_function(then, one, other)
                    && self.is_more_specific_function(otherwise, one, other)
            }
            _ => false,
        }
    }

    fn is_more_specific_for_lambda(
        &mut self,
        lambda: &Lambda,
        one: &FunctionType,
        other: &FunctionType,
    ) -> bool {
        let Some(explicit) = lambda.explicit.clone() else {
            return false;
        };
        if other.result == Ty::VOID || self.is_narrower(one.result, other.result) {
            return true;
        }

        let results = self.lambda_results(lambda, &explicit);
        let primitive = |result: &Rc<Operand>| matches!(&**result, Operand::Typed(typed) if typed.ty.is_primitive());
        let all = |wanted: bool| {
            !results.is_empty() && results.iter().all(|result| primitive(result) == wanted)
        };
        one.result.is_primitive() && !other.result.is_primitive() && all(true)
            || !one.result.is_primitive()
                && other.result.is_primitive()
                && one.result != Ty::VOID
                && all(false)
    }

    fn prefers(&self, one: &FunctionType, other: &FunctionType, primitive: bool) -> bool {
        other.result == Ty::VOID
            || self.is_narrower(one.result, other.result)
            || one.result.is_primitive() == primitive && other.result.is_primitive() != primitive
    }

    fn is_narrower(&self, one: Ty, other: Ty) -> bool {
        one != Ty::VOID
            && one.is_primitive() == other.is_primitive()
            && self.types.is_subtype(one, other)
    }
}
