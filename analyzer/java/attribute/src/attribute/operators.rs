//! Operators and assignments (JLS 15.14 to 15.24, 15.26): promotion, unboxing, strings, constants.

use std::rc::Rc;

use java_syntax::ast::{BinaryOp, ExprId, UnaryOp};

use super::Attributor;
use super::operand::{Operand, Target};
use crate::scope::Scope;
use crate::tables::Conversion;
use crate::types::{Kind, Ty};
use crate::types::{Value, constants};

/// An operand of a binary operator: an expression, or what the operators so far make of those
/// before.
struct Side {
    /// The expression, if it is one.
    operand: Option<(ExprId, Rc<Operand>)>,
    ty: Ty,
    value: Option<Value>,
}

impl Attributor<'_, '_> {
    /// `+x`, `-x`, `~x`, `!x`.
    pub(super) fn unary(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        op: UnaryOp,
        operand: ExprId,
    ) -> Rc<Operand> {
        if op == UnaryOp::Not {
            let value = self.condition(scope, operand);
            let value = value.and_then(|value| constants::unary(op, &value, self.types));
            return self.standalone(expr, Ty::BOOLEAN, value);
        }
        let operand = self.operand(scope, operand);
        let ty = self.finish_promoted(&operand).unwrap_or(Ty::UNKNOWN);
        let value = operand
            .value()
            .and_then(|value| constants::unary(op, &value, self.types));
        self.standalone(expr, ty, value)
    }

    /// `++x` and the like; boxed variables are unboxed and boxed again.
    pub(super) fn increment(&mut self, scope: &Scope, expr: ExprId, target: ExprId) -> Rc<Operand> {
        let (ty, raw) = self.place_types(scope, target);
        self.standalone_as(expr, ty, raw, None)
    }

    /// Type of a variable that is assigned, captured, and the erased type of its declaration.
    fn place_types(&mut self, scope: &Scope, target: ExprId) -> (Ty, Ty) {
        match &*self.operand(scope, target) {
            Operand::Typed(typed) => (typed.ty, typed.raw),
            _ => (Ty::UNKNOWN, Ty::UNKNOWN),
        }
    }

    /// A chain of one operator, from left to right.
    pub(super) fn binary(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        op: BinaryOp,
        operands: &[ExprId],
    ) -> Rc<Operand> {
        let Some((&first, rest)) = operands.split_first() else {
            return self.unknown(expr);
        };
        let mut left = self.side(scope, first);
        for &next in rest {
            let right = self.side(scope, next);
            left = self.combined(op, &left, &right);
        }
        self.standalone(expr, left.ty, left.value)
    }

    /// An operand; what has no type of its own is settled without a target.
    fn side(&mut self, scope: &Scope, expr: ExprId) -> Side {
        let operand = self.operand(scope, expr);
        let ty = match &*operand {
            Operand::Typed(typed) => typed.ty,
            _ => self.finish(&operand, Target::Own),
        };
        let value = operand.value();
        Side {
            operand: Some((expr, operand)),
            ty,
            value,
        }
    }

    fn combined(&mut self, op: BinaryOp, left: &Side, right: &Side) -> Side {
        let value = left.value.as_ref().zip(right.value.as_ref());
        let value = value.and_then(|(left, right)| constants::binary(op, left, right, self.types));
        Side {
            operand: None,
            ty: self.applied(op, left, right),
            value,
        }
    }

    /// The type of one application of an operator; notes the conversions of its operands.
    fn applied(&mut self, op: BinaryOp, left: &Side, right: &Side) -> Ty {
        match op {
            BinaryOp::Add if self.concatenates(left.ty, right.ty) => {
                self.concatenated(left);
                self.concatenated(right);
                return self.types.known().string;
            }
            BinaryOp::Add if left.ty == Ty::UNKNOWN || right.ty == Ty::UNKNOWN => {
                return Ty::UNKNOWN;
            }
            BinaryOp::Eq | BinaryOp::Ne if !left.ty.is_primitive() && !right.ty.is_primitive() => {
                return Ty::BOOLEAN;
            }
            _ => {}
        }

        let types = self.unboxed(left).zip(self.unboxed(right));
        match op {
            BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne => Ty::BOOLEAN,
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
                if types == Some((Ty::BOOLEAN, Ty::BOOLEAN)) =>
            {
                Ty::BOOLEAN
            }
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::UShr => {
                self.types.promoted(left.ty).unwrap_or(Ty::UNKNOWN)
            }
            _ => self
                .types
                .promoted_pair(left.ty, right.ty)
                .unwrap_or(Ty::UNKNOWN),
        }
    }

    /// Returns whether `+` makes a string (JLS 15.18): surely so where an operand is no number.
    fn concatenates(&self, left: Ty, right: Ty) -> bool {
        let no_number = |ty: Ty| ty != Ty::UNKNOWN && self.types.promoted(ty).is_none();
        self.is_string(left) || self.is_string(right) || no_number(left) || no_number(right)
    }

    fn is_string(&self, ty: Ty) -> bool {
        let string = self.types.known().string;
        match self.types.kind(ty) {
            Kind::Class(..) => ty == string,
            Kind::Variable(_) | Kind::Captured(_) => self
                .types
                .as_super(ty, self.types.known_class(string))
                .is_some(),
            _ => false,
        }
    }

    /// A string is used as one; other operands are converted as they come.
    fn concatenated(&mut self, side: &Side) {
        if let Some((_, operand)) = &side.operand
            && matches!(**operand, Operand::Typed(_))
            && self.is_string(side.ty)
        {
            self.finish(operand, Target::Own);
        }
    }

    /// The primitive type of an operand, unboxed where it is a wrapper.
    fn unboxed(&mut self, side: &Side) -> Option<Ty> {
        let primitive = self.types.as_primitive(side.ty)?;
        if let Some((expr, _)) = side.operand
            && !side.ty.is_primitive()
            && let Some(class) = self.types.internal_name(self.types.boxed(primitive))
            && let Some(erased) = self.types.erased(primitive)
        {
            self.out.exprs[expr].conversion = Some(Conversion::Unbox(class, erased));
        }
        Some(primitive)
    }

    /// `a && b` and `a || b`: what earlier operands bind is in scope of the later ones (JLS
    /// 6.3.1.1, 6.3.1.2).
    pub(super) fn logical(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        and: bool,
        operands: &[ExprId],
    ) -> Rc<Operand> {
        let mut inner = scope.clone();
        let mut truths = Vec::with_capacity(operands.len());
        for &operand in operands {
            truths.push(
                self.condition(&inner, operand)
                    .and_then(|value| value.truth()),
            );
            inner = self.with_bindings(&inner, operand, and);
        }

        let truths: Option<Vec<bool>> = truths.into_iter().collect();
        let value = truths.map(|truths| {
            Value::Bool(if and {
                !truths.contains(&false)
            } else {
                truths.contains(&true)
            })
        });

        self.standalone(expr, Ty::BOOLEAN, value)
    }

    /// `x = y` and `x op= y`.
    pub(super) fn assignment(
        &mut self,
        scope: &Scope,
        expr: ExprId,
        target: ExprId,
        op: Option<BinaryOp>,
        value: ExprId,
    ) -> Rc<Operand> {
        let (ty, raw) = self.place_types(scope, target);
        match op {
            None => {
                let value = self.operand(scope, value);
                self.finish(&value, Target::Type(self.types.upward(ty), raw));
            }
            Some(op) => {
                let variable = Side {
                    operand: None,
                    ty,
                    value: None,
                };
                let value = self.side(scope, value);
                self.applied(op, &variable, &value);
            }
        }

        self.standalone_as(expr, ty, raw, None)
    }
}
