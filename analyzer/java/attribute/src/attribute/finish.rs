//! The second moment of an expression: the place it stands in wants a type, and its value is
//! converted (JLS 5).

use std::rc::Rc;

use java_syntax::ast::ExprId;
use java_types::descriptor::Type;

use super::Attributor;
use super::operand::{Operand, Target, Typed};
use crate::tables::Conversion;
use crate::types::Ty;

impl Attributor<'_, '_> {
    /// Settles an expression for its target; the type of its value before the conversion.
    pub(super) fn finish(&mut self, operand: &Rc<Operand>, target: Target) -> Ty {
        match &**operand {
            Operand::Typed(typed) => self.convert(typed, target),
            Operand::Given(ty) => *ty,
            Operand::Lambda(lambda) => self.finish_lambda(lambda, target.ty()),
            Operand::Reference(reference) => self.finish_reference(reference, target.ty()),
            Operand::Call(call) => {
                let wanted = match target {
                    Target::Type(ty, _) => Some(ty),
                    Target::Raw | Target::Own | Target::Cast(_) => None,
                };
                let typed = self.complete(call, wanted);
                self.convert(&typed, target)
            }
            Operand::Conditional {
                expr,
                then,
                otherwise,
            } => self.finish_branches(*expr, &[then.clone(), otherwise.clone()], target),
            Operand::Switch { expr, results } => self.finish_switch(*expr, results, target),
        }
    }

    /// Settles a switch expression: one that stands alone can have a boolean or numeric type of its
    /// own.
    fn finish_switch(&mut self, expr: ExprId, results: &[Rc<Operand>], target: Target) -> Ty {
        let own = match target {
            Target::Type(..) => None,
            Target::Raw | Target::Own | Target::Cast(_) => self.switch_type(results),
        };
        let Some(ty) = own else {
            return self.finish_branches(expr, results, target);
        };
        self.finish_branches(expr, results, Target::Type(ty, self.types.erasure(ty)))
    }

    /// Settles an operand of an operator on numbers or truth values; its type after unary
    /// promotion, or `boolean`.
    pub(super) fn finish_promoted(&mut self, operand: &Rc<Operand>) -> Option<Ty> {
        let ty = self.finish(operand, Target::Own);
        let primitive = self.types.as_primitive(ty)?;
        if let (false, Operand::Typed(_) | Operand::Call(_), Some(expr)) =
            (ty.is_primitive(), &**operand, operand.expr())
        {
            self.note_conversion(expr, self.unboxing(ty));
        }
        if primitive == Ty::BOOLEAN {
            Some(primitive)
        } else {
            self.types.promoted(primitive)
        }
    }

    fn note_conversion(&mut self, expr: ExprId, conversion: Option<Conversion>) {
        self.out.exprs[expr].conversion = conversion;
    }

    /// Notes the conversion of a value to what its place wants.
    fn convert(&mut self, typed: &Typed, target: Target) -> Ty {
        let conversion = match target {
            Target::Raw => None,
            Target::Own => self.checked_cast(typed, self.types.erasure(typed.ty)),
            Target::Type(ty, raw) => self.conversion_to(typed, ty, raw),
            Target::Cast(ty) => self.conversion_to(typed, ty, typed.raw),
        };
        self.note_conversion(typed.expr, conversion);
        typed.ty
    }

    /// The conversion to `ty`, which comes as the erased type `raw`.
    fn conversion_to(&self, typed: &Typed, ty: Ty, raw: Ty) -> Option<Conversion> {
        let own = typed.ty;
        if own == Ty::UNKNOWN || own == Ty::VOID || own == Ty::NULL || ty == Ty::UNKNOWN {
            return None;
        }
        match (own.is_primitive(), ty.is_primitive()) {
            (true, true) => None,
            (true, false) => self.boxing(typed, ty),
            (false, true) => self.unboxing(own),
            (false, false) => self.checked_cast(typed, raw),
        }
    }

    /// Boxing; a constant is narrowed before where the wrapper wants that (JLS 5.2).
    fn boxing(&self, typed: &Typed, ty: Ty) -> Option<Conversion> {
        let narrowed = self
            .types
            .unboxed(ty)
            .filter(|&wanted| typed.value.as_ref().is_some_and(|v| v.fits(wanted)));
        self.types
            .internal_name(self.types.boxed(narrowed.unwrap_or(typed.ty)))
            .map(Conversion::Box)
    }

    fn unboxing(&self, own: Ty) -> Option<Conversion> {
        let primitive = self.types.unboxed(own)?;
        let class = self.types.internal_name(self.types.boxed(primitive))?;
        self.types
            .erased(primitive)
            .map(|primitive| Conversion::Unbox(class, primitive))
    }

    /// A checked cast to an erased type, unless the value comes as a subtype of it.
    fn checked_cast(&self, typed: &Typed, wanted: Ty) -> Option<Conversion> {
        let known =
            |ty: Ty| ty != Ty::UNKNOWN && ty != Ty::NULL && ty != Ty::VOID && !ty.is_primitive();
        if !known(typed.raw) || !known(wanted) || self.types.is_subtype(typed.raw, wanted) {
            return None;
        }
        self.types.erased(wanted).map(Conversion::Cast)
    }

    /// Settles the branches of a conditional or switch expression (JLS 15.25.3, 15.28.1).
    fn finish_branches(&mut self, expr: ExprId, branches: &[Rc<Operand>], target: Target) -> Ty {
        if let Target::Type(ty, raw) = target
            && ty != Ty::UNKNOWN
        {
            branches.iter().for_each(|branch| {
                self.finish(branch, target);
            });
            self.standalone_as(expr, ty, raw, None);
            return ty;
        }
        let ty = self.standalone_branches(branches, target);
        self.standalone(expr, ty, None);
        ty
    }

    /// Branches of which no type is wanted: their least upper bound. Lambdas take the type of a
    /// cast.
    fn standalone_branches(&mut self, branches: &[Rc<Operand>], target: Target) -> Ty {
        let mut types = Vec::with_capacity(branches.len());
        for branch in branches {
            types.push(match (&**branch, target) {
                (Operand::Lambda(_) | Operand::Reference(_), Target::Cast(_)) => {
                    self.finish(branch, target)
                }
                _ => self.finish(branch, Target::Own),
            });
        }

        types.retain(|&ty| ty != Ty::VOID);
        if let Some(&first) = types.first()
            && types.iter().all(|&ty| ty == first)
        {
            return first;
        }
        let boxed: Vec<Ty> = types.into_iter().map(|ty| self.types.boxed(ty)).collect();

        self.types.capture(self.types.lub(&boxed))
    }

    /// The erased type of a value, `Object` where it is not known.
    pub(super) fn erased_or_object(&self, ty: Ty) -> Type {
        self.types.erased(ty).unwrap_or_else(Type::object)
    }
}

impl Operand {
    /// The expression, if one gives the value.
    fn expr(&self) -> Option<ExprId> {
        match self {
            Operand::Typed(typed) => Some(typed.expr),
            Operand::Given(_) => None,
            Operand::Lambda(lambda) => Some(lambda.expr),
            Operand::Reference(reference) => Some(reference.expr),
            Operand::Call(call) => call.place.expr(),
            Operand::Conditional { expr, .. } | Operand::Switch { expr, .. } => Some(*expr),
        }
    }
}
