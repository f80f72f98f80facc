//! Which candidates apply to the arguments of a call (JLS 15.12.2.1 to 15.12.2.4, 18.5.1).

use std::rc::Rc;

use super::Attributor;
use super::candidates::Candidates;
use super::operand::{Lambda, Operand, Reference, Selected};
use super::reference::array_constructor;
use crate::infer::{Bounds, as_variable};
use crate::types::{ClassId, FunctionType, Kind, Method, Phase, Ty, TyList, VariableId};

impl Attributor<'_, '_> {
    /// The method that a call means: by the first phase in which any candidate applies, the most
    /// specific of those.
    pub(super) fn most_fitting(
        &mut self,
        candidates: &Candidates,
        arguments: &[Rc<Operand>],
        type_arguments: &[Ty],
        from: Option<ClassId>,
    ) -> Option<Selected> {
        let wanted: Vec<Rc<Method>> = candidates.accepting(arguments.len()).cloned().collect();
        let counts = |method: &Rc<Method>| self.is_candidate(method, candidates.receiver, from);
        let accessible: Vec<Rc<Method>> = wanted.into_iter().filter(counts).collect();

        for phase in Phase::ALL {
            let mut applicable = Vec::new();
            for method in &accessible {
                applicable.extend(self.applicable(
                    method,
                    candidates,
                    arguments,
                    type_arguments,
                    phase,
                ));
            }
            if !applicable.is_empty() {
                return self.most_specific(applicable, arguments);
            }
        }

        None
    }

    /// The candidate as it applies to the arguments in a phase, if it does.
    fn applicable(
        &mut self,
        method: &Rc<Method>,
        candidates: &Candidates,
        arguments: &[Rc<Operand>],
        type_arguments: &[Ty],
        phase: Phase,
    ) -> Option<Selected> {
        let mut selected =
            self.instantiated(method, candidates, type_arguments, phase, arguments.len())?;
        let formals = selected.formals.clone();
        let pairs = || arguments.iter().zip(&formals);

        if !pairs().all(|(argument, &formal)| self.is_potentially_compatible(argument, formal)) {
            return None;
        }

        for (argument, &formal) in pairs() {
            if !self.is_compatible(&mut selected.bounds, argument, formal, phase)
                || !selected.bounds.holds()
            {
                return None;
            }
        }

        selected.unchecked =
            selected.bounds.unchecked && selected.is_erased_if_unchecked(self.types);
        Some(selected)
    }

    /// The signature of a candidate as a member of its site, with inference variables for its type
    /// parameters unless type arguments are given; `None` where the number of arguments does not
    /// fit the phase.
    pub(super) fn instantiated(
        &self,
        method: &Rc<Method>,
        candidates: &Candidates,
        type_arguments: &[Ty],
        phase: Phase,
        arity: usize,
    ) -> Option<Selected> {
        let types = self.types;
        let site = candidates.site;
        let (formals, mut result) = types.member_signature(method, site);
        if &*method.name == crate::types::CONSTRUCTOR {
            result = site;
        }

        let parameters = self.type_parameters(method, candidates);
        let mut bounds = Bounds::default();
        let inferred = parameters.is_empty() || type_arguments.is_empty();
        let arguments: TyList = if inferred {
            bounds.declare(
                types,
                &parameters,
                &method.throws,
                self.site_arguments(method, site),
            )
        } else if parameters.len() == type_arguments.len() {
            type_arguments.into()
        } else {
            return None;
        };

        let formals = types.substitute_all(&formals, &parameters, &arguments);
        let (formals, packed) = self.for_arguments(&formals, method, phase, arity)?;
        Some(Selected {
            method: method.clone(),
            phase,
            site,
            formals,
            packed,
            result: self.captured_result(types.substitute(result, &parameters, &arguments)),
            parameters,
            bounds,
            unchecked: false,
        })
    }

    /// The type parameters that a call has to infer or be given. A member of a raw type has none
    /// (JLS 4.8).
    fn type_parameters(&self, method: &Method, candidates: &Candidates) -> Vec<VariableId> {
        let data = self.types.class_data(method.class);
        if candidates.diamond {
            let own = &data.parameters[data.parameters.len() - data.own_parameters..];
            return own.iter().chain(&method.parameters).copied().collect();
        }
        let owner = self.types.as_super(candidates.site, method.class);
        let raw = !method.access.is_static() && owner.is_some_and(|owner| self.types.is_raw(owner));
        if raw {
            Vec::new()
        } else {
            method.parameters.clone()
        }
    }

    /// The class's parameters and what stands for them where the method is a member of `site`.
    fn site_arguments(&self, method: &Method, site: Ty) -> (Vec<VariableId>, TyList) {
        let owner = self.types.as_super(site, method.class);
        let arguments = owner
            .map(|owner| self.types.arguments(owner))
            .unwrap_or_default();
        (
            self.types.class_data(method.class).parameters.clone(),
            arguments,
        )
    }

    /// One formal parameter type for each argument; in a variable arity invocation also the type of
    /// those packed.
    pub(super) fn for_arguments(
        &self,
        formals: &[Ty],
        method: &Method,
        phase: Phase,
        arity: usize,
    ) -> Option<(Vec<Ty>, Option<Ty>)> {
        if phase != Phase::Varargs {
            return (formals.len() == arity).then(|| (formals.to_vec(), None));
        }
        let (&last, fixed) = formals.split_last().filter(|_| method.is_varargs())?;
        let packed = self.types.component(last).unwrap_or(Ty::UNKNOWN);
        let rest = arity.checked_sub(fixed.len())?;
        Some((
            fixed
                .iter()
                .copied()
                .chain(std::iter::repeat_n(packed, rest))
                .collect(),
            Some(packed),
        ))
    }

    /// JLS 15.12.2.1: whether the shape of a lambda or method reference fits the type at all.
    fn is_potentially_compatible(&mut self, argument: &Rc<Operand>, formal: Ty) -> bool {
        match &**argument {
            Operand::Lambda(lambda) => {
                self.may_be_function(formal, |this, f| this.fits_shape(lambda, f))
            }
            Operand::Reference(reference) => {
                self.may_be_function(formal, |this, f| this.fits_arity(reference, f))
            }
            Operand::Conditional {
                then, otherwise, ..
            } => {
                self.is_potentially_compatible(then, formal)
                    && self.is_potentially_compatible(otherwise, formal)
            }
            Operand::Switch { results, .. } => results
                .iter()
                .all(|r| self.is_potentially_compatible(r, formal)),
            Operand::Typed(_) | Operand::Given(_) | Operand::Call(_) => true,
        }
    }

    fn may_be_function(
        &mut self,
        formal: Ty,
        fits: impl FnOnce(&mut Self, &FunctionType) -> bool,
    ) -> bool {
        if formal == Ty::UNKNOWN {
            return self.types.assume();
        }
        if as_variable(self.types, formal).is_some() {
            return true;
        }

        match self.types.function_type(formal) {
            Some(function) => fits(self, &function),
            None => {
                let incomplete = self
                    .member_classes(formal)
                    .iter()
                    .any(|&class| self.types.is_incomplete(class));
                incomplete && self.types.assume()
            }
        }
    }

    fn fits_shape(&mut self, lambda: &Lambda, function: &FunctionType) -> bool {
        let shape = match function.result {
            Ty::VOID => self.is_void_compatible(lambda.body),
            _ => self.is_value_compatible(lambda.body),
        };
        function.formals.len() == lambda.parameters.len() && shape
    }

    fn fits_arity(&mut self, reference: &Reference, function: &FunctionType) -> bool {
        let arity = function.formals.len();
        if array_constructor(self, reference).is_some() {
            return arity == 1;
        }
        let candidates = self.reference_candidates(reference);
        let takes = |arity: usize| candidates.accepting(arity).next().is_some();
        candidates.incomplete
            || takes(arity)
            || reference.qualifier.is_type() && arity > 0 && takes(arity - 1)
    }

    /// `argument -> formal` (JLS 18.2.1) in the given phase. What is not pertinent to applicability
    /// (JLS 15.12.2.2) is taken to be compatible.
    pub(super) fn is_compatible(
        &mut self,
        bounds: &mut Bounds,
        argument: &Rc<Operand>,
        formal: Ty,
        phase: Phase,
    ) -> bool {
        match &**argument {
            Operand::Typed(typed) => self.is_type_compatible(bounds, typed.ty, formal, phase),
            Operand::Given(ty) => self.is_type_compatible(bounds, *ty, formal, phase),
            Operand::Call(call) => {
                if phase == Phase::Strict && formal.is_primitive() {
                    return false;
                }
                bounds.merge(&call.selected.bounds);
                self.is_result_compatible(bounds, &call.selected, formal)
            }
            Operand::Conditional {
                then, otherwise, ..
            } => {
                self.is_compatible(bounds, then, formal, phase)
                    && self.is_compatible(bounds, otherwise, formal, phase)
            }
            Operand::Switch { results, .. } => results
                .iter()
                .all(|r| self.is_compatible(bounds, r, formal, phase)),
            Operand::Lambda(lambda) => {
                let waits = lambda.explicit.is_none() || as_variable(self.types, formal).is_some();
                waits || self.reduce_lambda(bounds, lambda, formal).is_some()
            }
            Operand::Reference(reference) => {
                let waits = reference.exact.is_none() || as_variable(self.types, formal).is_some();
                waits || self.reduce_reference(bounds, reference, formal)
            }
        }
    }

    fn is_type_compatible(&self, bounds: &mut Bounds, ty: Ty, formal: Ty, phase: Phase) -> bool {
        let known = ty != Ty::UNKNOWN && formal != Ty::UNKNOWN;
        if !known {
            return self.types.assume();
        }
        if !phase.boxes() && ty.is_primitive() != formal.is_primitive() {
            return false;
        }
        bounds.compatible(self.types, ty, formal)
    }

    /// Returns what the result of a generic call says about its inference variables where a type is
    /// wanted (JLS 18.5.2.1).
    pub(super) fn is_result_compatible(
        &self,
        bounds: &mut Bounds,
        selected: &Selected,
        target: Ty,
    ) -> bool {
        let types = self.types;
        if selected.unchecked {
            return bounds.compatible(types, types.erasure(selected.result), target);
        }
        if let Kind::Inference(id) = types.kind(bounds.apply(types, selected.result)) {
            let boxed = |&ty: &Ty| types.unboxed(ty).is_some();
            let eager = target.is_primitive() && bounds.of(id).into_iter().flatten().any(boxed);
            if eager || self.needs_resolution(bounds, id, target) {
                bounds.resolve(types, &[id]);
                let resolved = types.capture(bounds.apply(types, selected.result));
                return bounds.compatible(types, resolved, target);
            }
        }

        let result = self.captured_result(bounds.apply(types, selected.result));
        bounds.compatible(types, result, target)
    }

    /// The type of a result with its wildcards captured, as far as they do not depend on what is to
    /// be inferred.
    fn captured_result(&self, result: Ty) -> Ty {
        let types = self.types;
        let open = |&ty: &Ty| types.is_wildcard(ty) && !Bounds::is_proper(types, ty);
        if types.arguments(result).iter().any(open) {
            result
        } else {
            types.capture(result)
        }
    }

    /// Returns whether a lower bound of the variable reaches the parameterized target only by an
    /// unchecked conversion.
    fn needs_resolution(&self, bounds: &Bounds, id: crate::types::InferenceId, target: Ty) -> bool {
        let Kind::Class(class, arguments) = self.types.kind(target) else {
            return false;
        };
        let [equal, lower, _] = bounds.of(id);
        let raw = |&ty: &Ty| {
            self.types
                .as_super(ty, class)
                .is_some_and(|found| self.types.is_raw(found))
        };
        !arguments.is_empty() && equal.iter().chain(lower).any(raw)
    }
}
