//! Conditional expressions (JLS 15.25).

use std::rc::Rc;

use java_syntax::ast::ExprId;

use super::Attributor;
use super::operand::{Operand, Target};
use crate::scope::Scope;
use crate::types::Ty;
use crate::types::Value;

impl Attributor<'_, '_> {
    /// Boolean and numeric conditionals, and constants, have a type of their own; others wait for
    /// their target.
    pub(super) fn conditional(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        test: ExprId,
        then: ExprId,
        otherwise: ExprId,
    ) -> Rc<Operand> {
        let truth = self.condition(scope, test).and_then(|value| value.truth());
        let on_true = self.with_bindings(scope, test, true);
        let then = self.operand(&on_true, then);
        let on_false = self.with_bindings(scope, test, false);
        let otherwise = self.operand(&on_false, otherwise);
        let Some(ty) = self.conditional_type(&then, &otherwise) else {
            return Rc::new(Operand::Conditional {
                expr,
                then,
                otherwise,
            });
        };

        let target = Target::Type(ty, self.types.erasure(ty));
        self.finish(&then, target);
        self.finish(&otherwise, target);
        let value = truth.and_then(|truth| self.chosen(truth, &then, &otherwise, ty));
        self.standalone(expr, ty, value)
    }

    /// The value of a constant conditional expression (JLS 15.29): all three operands are constant.
    fn chosen(&self, truth: bool, then: &Operand, otherwise: &Operand, ty: Ty) -> Option<Value> {
        let (then, otherwise) = (then.value()?, otherwise.value()?);
        if truth {
            then.cast(ty, self.types)
        } else {
            otherwise.cast(ty, self.types)
        }
    }

    /// The type of a conditional that is boolean, numeric or a constant string.
    fn conditional_type(&self, then: &Operand, otherwise: &Operand) -> Option<Ty> {
        let string = self.types.known().string;
        let is_constant_string =
            |operand: &Operand| operand.value().is_some_and(|value| value.is_string());
        if is_constant_string(then) && is_constant_string(otherwise) {
            return Some(string);
        }

        let (left, right) = (self.classified(then)?, self.classified(otherwise)?);
        if left == right {
            return Some(left);
        }

        match (
            self.types.as_primitive(left)?,
            self.types.as_primitive(right)?,
        ) {
            (l, r) if l == r => Some(l),
            (Ty::BOOLEAN, _) | (_, Ty::BOOLEAN) => None,
            (l, r) => Some(self.numeric_conditional(l, then, r, otherwise)),
        }
    }

    /// Tables 15.25-A to 15.25-E for two different numeric types.
    fn numeric_conditional(&self, left: Ty, then: &Operand, right: Ty, otherwise: &Operand) -> Ty {
        let fits = |operand: &Operand, from: Ty, ty: Ty| {
            from == Ty::INT && ty < Ty::INT && operand.value().is_some_and(|value| value.fits(ty))
        };
        match (left, right) {
            (Ty::BYTE, Ty::SHORT) | (Ty::SHORT, Ty::BYTE) => Ty::SHORT,
            _ if fits(otherwise, right, left) => left,
            _ if fits(then, left, right) => right,
            _ => self
                .types
                .promoted_pair(left, right)
                .unwrap_or(left.max(right)),
        }
    }

    /// The type of a switch expression that stands alone, where all its results are boolean or all
    /// are numeric (JLS 15.28.1).
    pub(super) fn switch_type(&self, results: &[Rc<Operand>]) -> Option<Ty> {
        let own: Vec<Ty> = results
            .iter()
            .map(|result| self.classified(result))
            .collect::<Option<_>>()?;
        let &first = own.first()?;

        if own.iter().all(|&ty| ty == first) {
            return Some(first);
        }

        let primitives: Vec<Ty> = own
            .iter()
            .filter_map(|&ty| self.types.as_primitive(ty))
            .collect();
        match primitives.iter().filter(|&&ty| ty == Ty::BOOLEAN).count() {
            0 => Some(self.numeric_switch(results, &primitives)),
            count => (count == primitives.len()).then_some(Ty::BOOLEAN),
        }
    }

    fn numeric_switch(&self, results: &[Rc<Operand>], types: &[Ty]) -> Ty {
        let wide = [Ty::DOUBLE, Ty::FLOAT, Ty::LONG]
            .into_iter()
            .find(|wide| types.contains(wide));
        let narrow = [Ty::CHAR, Ty::SHORT, Ty::BYTE].into_iter().find(|&narrow| {
            let fits = |(result, &ty): (&Rc<Operand>, &Ty)| {
                let is_constant =
                    || ty == Ty::INT && result.value().is_some_and(|value| value.fits(narrow));
                ty == narrow || (ty, narrow) == (Ty::BYTE, Ty::SHORT) || is_constant()
            };
            types.contains(&narrow) && results.iter().zip(types).all(fits)
        });
        wide.or(narrow).unwrap_or(Ty::INT)
    }

    /// The boolean or numeric type, boxed or not, that classifies an operand as boolean or numeric
    /// (JLS 15.25): of a call whose type arguments wait for the target, the declared result.
    fn classified(&self, operand: &Operand) -> Option<Ty> {
        let ty = match operand {
            Operand::Typed(typed) => typed.ty,
            Operand::Call(call) => call.selected.method.result,
            _ => return None,
        };
        self.types.as_primitive(ty).map(|_| ty)
    }
}
