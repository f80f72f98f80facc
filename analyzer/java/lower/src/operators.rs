//! Unary and binary operators (JLS 15.15 to 15.22).

use ir::{ArithmeticKind, LocalId};
use java_syntax::ast::{BinaryOp, ExprId, UnaryOp};
use java_types::descriptor::Type;
use text::Span;

use crate::body::BodyLowering;
use crate::types;

impl<'a> BodyLowering<'_, 'a> {
    /// `+x`, `-x`, `~x`, `!x`.
    pub(crate) fn lower_unary(
        &mut self,
        id: ExprId,
        op: UnaryOp,
        operand: ExprId,
        ty: &Type,
        span: Span,
    ) -> LocalId {
        let kind = match op {
            UnaryOp::Not => return self.truth(id, span),
            UnaryOp::Plus => {
                let value = self.expr(operand);
                return self.as_primitive(value, span);
            }
            UnaryOp::Minus => ArithmeticKind::Negate,
            UnaryOp::Complement => ArithmeticKind::Complement,
        };
        let value = self.expr(operand);
        let value = self.as_primitive(value, span);
        self.compute(kind, vec![value], ty.clone(), span)
    }

    /// A chain of one operator, from left to right.
    pub(crate) fn lower_binary(
        &mut self,
        op: BinaryOp,
        operands: &'a [ExprId],
        ty: &Type,
        span: Span,
    ) -> LocalId {
        if op == BinaryOp::Add && types::is_string(ty) {
            return self.concatenation(operands, span);
        }
        if op == BinaryOp::Add && operands.iter().any(|&operand| self.is_unknown(operand)) {
            return self.sum_or_text(operands, ty, span);
        }

        let Some((&first, rest)) = operands.split_first() else {
            return self.unknown(ty.clone(), span, "operator without operands");
        };
        let mut value = self.operand(first, &rest[..rest.len().min(1)]);

        for &next in rest {
            let right = self.expr(next);
            value = self.apply(op, value, right, span);
        }

        value
    }

    /// One application of an operator to evaluated operands, which are unboxed where numbers or
    /// truth values are needed.
    pub(crate) fn apply(
        &mut self,
        op: BinaryOp,
        left: LocalId,
        right: LocalId,
        span: Span,
    ) -> LocalId {
        // Two references are compared as they are. In all other cases wrappers are unboxed (JLS
        // 15.21).
        let compares_identity = matches!(op, BinaryOp::Eq | BinaryOp::Ne)
            && self.type_of(left).is_reference()
            && self.type_of(right).is_reference();
        let operands = if compares_identity {
            vec![left, right]
        } else {
            vec![
                self.as_primitive(left, span),
                self.as_primitive(right, span),
            ]
        };
        let ty = self.result_type(op, operands[0], operands[1]);
        self.compute(arithmetic(op), operands, ty, span)
    }

    fn result_type(&self, op: BinaryOp, left: LocalId, right: LocalId) -> Type {
        let (left, right) = (self.type_of(left), self.type_of(right));
        match op {
            BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne => types::BOOLEAN,
            BinaryOp::Shl | BinaryOp::Shr | BinaryOp::UShr => types::promoted([left]),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor if left == types::BOOLEAN => {
                types::BOOLEAN
            }
            _ => types::promoted([left, right]),
        }
    }
}

/// The operator of the IR.
pub(crate) fn arithmetic(op: BinaryOp) -> ArithmeticKind {
    match op {
        BinaryOp::Add => ArithmeticKind::Add,
        BinaryOp::Sub => ArithmeticKind::Subtract,
        BinaryOp::Mul => ArithmeticKind::Multiply,
        BinaryOp::Div => ArithmeticKind::Divide,
        BinaryOp::Rem => ArithmeticKind::Remainder,
        BinaryOp::Shl => ArithmeticKind::ShiftLeft,
        BinaryOp::Shr => ArithmeticKind::ShiftRight,
        BinaryOp::UShr => ArithmeticKind::UnsignedShiftRight,
        BinaryOp::Lt => ArithmeticKind::Less,
        BinaryOp::Le => ArithmeticKind::LessEqual,
        BinaryOp::Gt => ArithmeticKind::Greater,
        BinaryOp::Ge => ArithmeticKind::GreaterEqual,
        BinaryOp::Eq => ArithmeticKind::Equal,
        BinaryOp::Ne => ArithmeticKind::NotEqual,
        BinaryOp::And => ArithmeticKind::And,
        BinaryOp::Or => ArithmeticKind::Or,
        BinaryOp::Xor => ArithmeticKind::Xor,
    }
}
