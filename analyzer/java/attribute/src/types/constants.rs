//! The operators on constants (JLS 15.15 to 15.25).

use java_syntax::ast::{BinaryOp, UnaryOp};

use super::{Ty, Types, Value};

/// The value of a prefix operator on a constant.
pub(crate) fn unary(op: UnaryOp, operand: &Value, types: &Types) -> Option<Value> {
    if op == UnaryOp::Not {
        return operand.truth().map(|value| Value::Bool(!value));
    }
    let promoted = operand.cast(types.promoted(operand.ty(types))?, types)?;
    Some(match (op, promoted) {
        (UnaryOp::Plus, value) => value,
        (UnaryOp::Minus, Value::Int(ty, value)) => Value::Int(ty, value.wrapping_neg()),
        (UnaryOp::Minus, Value::Long(value)) => Value::Long(value.wrapping_neg()),
        (UnaryOp::Minus, Value::Float(value)) => Value::Float(-value),
        (UnaryOp::Minus, Value::Double(value)) => Value::Double(-value),
        (UnaryOp::Complement, Value::Int(ty, value)) => Value::Int(ty, !value),
        (UnaryOp::Complement, Value::Long(value)) => Value::Long(!value),
        _ => return None,
    })
}

/// The value of a binary operator on constants.
pub(crate) fn binary(op: BinaryOp, left: &Value, right: &Value, types: &Types) -> Option<Value> {
    match (op, left, right) {
        (BinaryOp::Add, ..) if left.is_string() || right.is_string() => {
            Some(left.concatenated(right))
        }
        (BinaryOp::Eq, ..) if left.is_string() && right.is_string() => {
            left.is_same_text(right).map(Value::Bool)
        }
        (BinaryOp::Ne, ..) if left.is_string() && right.is_string() => left
            .is_same_text(right)
            .map(|is_same| Value::Bool(!is_same)),
        (_, Value::Bool(left), Value::Bool(right)) => boolean(op, *left, *right),
        (BinaryOp::Shl | BinaryOp::Shr | BinaryOp::UShr, ..) => shift(op, left, right, types),
        _ => {
            let ty = types.promoted_pair(left.ty(types), right.ty(types))?;
            numeric(op, &left.cast(ty, types)?, &right.cast(ty, types)?)
        }
    }
}

fn boolean(op: BinaryOp, left: bool, right: bool) -> Option<Value> {
    Some(Value::Bool(match op {
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor | BinaryOp::Ne => left != right,
        BinaryOp::Eq => left == right,
        _ => return None,
    }))
}

fn shift(op: BinaryOp, left: &Value, right: &Value, types: &Types) -> Option<Value> {
    let left = left.cast(types.promoted(left.ty(types))?, types)?;
    let distance = match right.cast(types.promoted(right.ty(types))?, types)? {
        Value::Int(_, distance) => distance as u32,
        Value::Long(distance) => distance as u32,
        _ => return None,
    };

    Some(match (op, left) {
        (BinaryOp::Shl, Value::Int(ty, value)) => Value::Int(ty, value.wrapping_shl(distance)),
        (BinaryOp::Shr, Value::Int(ty, value)) => Value::Int(ty, value.wrapping_shr(distance)),
        (_, Value::Int(ty, value)) => Value::Int(ty, (value as u32).wrapping_shr(distance) as i32),
        (BinaryOp::Shl, Value::Long(value)) => Value::Long(value.wrapping_shl(distance)),
        (BinaryOp::Shr, Value::Long(value)) => Value::Long(value.wrapping_shr(distance)),
        (_, Value::Long(value)) => Value::Long((value as u64).wrapping_shr(distance) as i64),
        _ => return None,
    })
}

fn numeric(op: BinaryOp, left: &Value, right: &Value) -> Option<Value> {
    match (left, right) {
        (Value::Int(_, left), Value::Int(_, right)) => {
            if let Some(truth) = comparison(op, left, right) {
                return Some(truth);
            }
            let value = integer(op, i64::from(*left), i64::from(*right))?;
            Some(Value::Int(Ty::INT, value as i32))
        }
        (Value::Long(left), Value::Long(right)) => {
            comparison(op, left, right).or_else(|| integer(op, *left, *right).map(Value::Long))
        }
        (Value::Float(left), Value::Float(right)) => comparison(op, left, right).or_else(|| {
            let value = match op {
                BinaryOp::Add => left + right,
                BinaryOp::Sub => left - right,
                BinaryOp::Mul => left * right,
                BinaryOp::Div => left / right,
                BinaryOp::Rem => left % right,
                _ => return None,
            };
            Some(Value::Float(value))
        }),
        (Value::Double(left), Value::Double(right)) => comparison(op, left, right).or_else(|| {
            let value = match op {
                BinaryOp::Add => left + right,
                BinaryOp::Sub => left - right,
                BinaryOp::Mul => left * right,
                BinaryOp::Div => left / right,
                BinaryOp::Rem => left % right,
                _ => return None,
            };
            Some(Value::Double(value))
        }),
        _ => None,
    }
}

/// Operators on integers; those on `int` keep the lower half. Division by zero has no value.
fn integer(op: BinaryOp, left: i64, right: i64) -> Option<i64> {
    Some(match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Sub => left.wrapping_sub(right),
        BinaryOp::Mul => left.wrapping_mul(right),
        BinaryOp::Div if right != 0 => left.wrapping_div(right),
        BinaryOp::Rem if right != 0 => left.wrapping_rem(right),
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
        _ => return None,
    })
}

fn comparison<T: PartialOrd>(op: BinaryOp, left: &T, right: &T) -> Option<Value> {
    Some(Value::Bool(match op {
        BinaryOp::Lt => left < right,
        BinaryOp::Le => left <= right,
        BinaryOp::Gt => left > right,
        BinaryOp::Ge => left >= right,
        BinaryOp::Eq => left == right,
        BinaryOp::Ne => left != right,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_by_zero_is_no_constant() {
        assert_eq!(integer(BinaryOp::Div, 1, 0), None);
        assert_eq!(integer(BinaryOp::Rem, i64::MIN, -1), Some(0));
    }
}
