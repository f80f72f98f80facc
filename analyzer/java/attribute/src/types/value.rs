//! Values of constant expressions (JLS 15.29), and conversions of them (JLS 5.1).

use std::sync::Arc;

use java_syntax::ast::Literal;

use super::{Ty, Types};
use crate::floating;

/// The value of a constant expression, with its type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Bool(bool),
    /// `byte`, `short`, `char` or `int`.
    Int(Ty, i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Str(Arc<str>),
    /// A string with lone surrogates, which has no place in a Rust string, in UTF-16.
    Units(Arc<[u16]>),
    /// A string whose characters differ from one compiler to the next: it has the digits of a
    /// floating-point number.
    SomeStr,
}

impl Value {
    /// The value of a literal; `null` is none.
    pub(crate) fn literal(literal: &Literal) -> Option<Value> {
        Some(match literal {
            Literal::Null => return None,
            Literal::Bool(value) => Value::Bool(*value),
            Literal::Int(value) => Value::Int(Ty::INT, *value),
            Literal::Long(value) => Value::Long(*value),
            Literal::Float(value) => Value::Float(*value),
            Literal::Double(value) => Value::Double(*value),
            Literal::Char(value) => Value::Int(Ty::CHAR, i32::from(*value)),
            Literal::Str(value) => Value::Str(value.clone()),
            Literal::StrUnits(units) => Value::of_units(units),
        })
    }

    /// The value of a constant field of a class file.
    pub(crate) fn of_class_file(
        constant: &java_types::class_info::Constant,
        ty: Ty,
    ) -> Option<Value> {
        use java_types::class_info::Constant;
        match constant {
            Constant::Int(value) if ty == Ty::BOOLEAN => Some(Value::Bool(*value != 0)),
            Constant::Int(value) => ty.is_integral().then_some(Value::Int(ty, *value)),
            Constant::Long(value) => Some(Value::Long(*value)),
            Constant::Float(value) => Some(Value::Float(*value)),
            Constant::Double(value) => Some(Value::Double(*value)),
            Constant::Str(value) => Some(Value::Str(value.clone())),
            Constant::SomeStr => Some(Value::SomeStr),
        }
    }

    fn of_units(units: &[u16]) -> Value {
        String::from_utf16(units).map_or_else(
            |_| Value::Units(units.into()),
            |text| Value::Str(text.into()),
        )
    }

    /// The value in the form that class files have.
    pub(crate) fn to_class_file(&self) -> java_types::class_info::Constant {
        use java_types::class_info::Constant;
        match self {
            Value::Bool(value) => Constant::Int(i32::from(*value)),
            Value::Int(_, value) => Constant::Int(*value),
            Value::Long(value) => Constant::Long(*value),
            Value::Float(value) => Constant::Float(*value),
            Value::Double(value) => Constant::Double(*value),
            Value::Str(value) => Constant::Str(value.clone()),
            Value::Units(_) | Value::SomeStr => Constant::SomeStr,
        }
    }

    /// The value in the form that the IR has.
    pub(crate) fn to_ir(&self) -> ir::Constant {
        match self {
            Value::Bool(value) => ir::Constant::Bool(*value),
            Value::Int(_, value) => ir::Constant::Integer(i64::from(*value)),
            Value::Long(value) => ir::Constant::Integer(*value),
            Value::Float(value) => ir::Constant::Floating(f64::from(*value)),
            Value::Double(value) => ir::Constant::Floating(*value),
            Value::Str(value) => ir::Constant::Str(value.clone()),
            Value::Units(_) | Value::SomeStr => ir::Constant::Unknown,
        }
    }

    /// Its type.
    pub(crate) fn ty(&self, types: &Types) -> Ty {
        match self {
            Value::Bool(_) => Ty::BOOLEAN,
            Value::Int(ty, _) => *ty,
            Value::Long(_) => Ty::LONG,
            Value::Float(_) => Ty::FLOAT,
            Value::Double(_) => Ty::DOUBLE,
            Value::Str(_) | Value::Units(_) | Value::SomeStr => types.known().string,
        }
    }

    /// The truth value, if it is one.
    pub(crate) fn truth(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns whether an assignment of this constant to a narrower type needs no cast (JLS 5.2).
    pub(crate) fn fits(&self, ty: Ty) -> bool {
        let Value::Int(_, value) = *self else {
            return false;
        };
        match ty {
            Ty::BYTE => i8::try_from(value).is_ok(),
            Ty::SHORT => i16::try_from(value).is_ok(),
            Ty::CHAR => u16::try_from(value).is_ok(),
            _ => false,
        }
    }

    /// The value after a cast or widening to a primitive type or `String`; `None` where that is no
    /// constant.
    pub(crate) fn cast(&self, ty: Ty, types: &Types) -> Option<Value> {
        match (self, ty) {
            (Value::Bool(_), Ty::BOOLEAN) => Some(self.clone()),
            (Value::Str(_) | Value::Units(_) | Value::SomeStr, _) => {
                (ty == types.known().string).then(|| self.clone())
            }
            (Value::Bool(_), _) => None,
            (Value::Float(value), _) if ty.is_integral() && ty != Ty::LONG => {
                narrow(*value as i32, ty)
            }
            (Value::Double(value), _) if ty.is_integral() && ty != Ty::LONG => {
                narrow(*value as i32, ty)
            }
            (_, Ty::BYTE | Ty::SHORT | Ty::CHAR | Ty::INT) => narrow(self.to_i64() as i32, ty),
            (Value::Float(value), Ty::LONG) => Some(Value::Long(*value as i64)),
            (Value::Double(value), Ty::LONG) => Some(Value::Long(*value as i64)),
            (_, Ty::LONG) => Some(Value::Long(self.to_i64())),
            (Value::Long(value), Ty::FLOAT) => Some(Value::Float(*value as f32)),
            (Value::Int(_, value), Ty::FLOAT) => Some(Value::Float(*value as f32)),
            (_, Ty::FLOAT) => Some(Value::Float(self.to_f64() as f32)),
            (_, Ty::DOUBLE) => Some(Value::Double(self.to_f64())),
            _ => None,
        }
    }

    fn to_i64(&self) -> i64 {
        match self {
            Value::Int(_, value) => i64::from(*value),
            Value::Long(value) => *value,
            _ => 0,
        }
    }

    fn to_f64(&self) -> f64 {
        match self {
            Value::Int(_, value) => f64::from(*value),
            Value::Long(value) => *value as f64,
            Value::Float(value) => f64::from(*value),
            Value::Double(value) => *value,
            Value::Bool(_) | Value::Str(_) | Value::Units(_) | Value::SomeStr => 0.0,
        }
    }

    /// Returns whether it is a constant string.
    pub(crate) fn is_string(&self) -> bool {
        matches!(self, Value::Str(_) | Value::Units(_) | Value::SomeStr)
    }

    /// The string that concatenation makes of both (JLS 15.18.1).
    pub(super) fn concatenated(&self, right: &Value) -> Value {
        // Generated parsers have constants of thousands of strings: the usual case copies bytes alone.
        if let (Some(left), Some(right)) = (self.text(), right.text()) {
            return Value::Str((left + &right).into());
        }

        let joined = self
            .units()
            .zip(right.units())
            .map(|(left, right)| [left, right].concat());
        joined.map_or(Value::SomeStr, |units| Value::of_units(&units))
    }

    fn units(&self) -> Option<Vec<u16>> {
        match self {
            Value::Units(units) => Some(units.to_vec()),
            Value::Int(Ty::CHAR, value) => Some(vec![*value as u16]),
            _ => Some(self.text()?.encode_utf16().collect()),
        }
    }

    /// The string that concatenation makes of it (JLS 5.1.11), if every compiler makes the same and
    /// it has a place in a Rust string.
    fn text(&self) -> Option<String> {
        match self {
            Value::Bool(value) => Some(value.to_string()),
            Value::Int(Ty::CHAR, value) => String::from_utf16(&[*value as u16]).ok(),
            Value::Int(_, value) => Some(value.to_string()),
            Value::Long(value) => Some(value.to_string()),
            Value::Float(value) => floating::text(
                f64::from(*value),
                &format!("{value:e}"),
                floating::FLOAT_DIGITS,
            ),
            Value::Double(value) => {
                floating::text(*value, &format!("{value:e}"), floating::DOUBLE_DIGITS)
            }
            Value::Str(value) => Some(value.to_string()),
            Value::Units(_) | Value::SomeStr => None,
        }
    }

    /// Returns whether two constant strings are one, which they are where their characters are the
    /// same; `None` if that is not known.
    pub(super) fn is_same_text(&self, other: &Value) -> Option<bool> {
        (*self != Value::SomeStr && *other != Value::SomeStr).then(|| self == other)
    }
}

fn narrow(value: i32, ty: Ty) -> Option<Value> {
    let value = match ty {
        Ty::BYTE => i32::from(value as i8),
        Ty::SHORT => i32::from(value as i16),
        Ty::CHAR => i32::from(value as u16),
        _ => value,
    };
    Some(Value::Int(ty, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_a_surrogate_pair_are_kept_apart_and_joined() {
        let (high, low) = (Value::Int(Ty::CHAR, 0xD83D), Value::Int(Ty::CHAR, 0xDE00));
        let empty = Value::Str("".into());
        assert_eq!(empty.concatenated(&high), Value::Units([0xD83D].into()));
        assert_ne!(empty.concatenated(&high), empty.concatenated(&low));
        assert_eq!(
            empty.concatenated(&high).concatenated(&low),
            Value::Str("\u{1F600}".into())
        );
    }

    #[test]
    fn digits_that_compilers_do_not_agree_on_are_not_known() {
        let some = Value::Str("".into()).concatenated(&Value::Double(4.9e-324));
        assert_eq!(some, Value::SomeStr);
        assert_eq!(some.concatenated(&Value::Int(Ty::INT, 1)), Value::SomeStr);
        assert_eq!(some.is_same_text(&Value::Str("4.9E-324".into())), None);
        assert_eq!(some.is_same_text(&some), None);
        assert_eq!(
            Value::Str("a".into()).concatenated(&Value::Double(1.5)),
            Value::Str("a1.5".into())
        );
        assert_eq!(Value::Int(Ty::CHAR, 65).text().as_deref(), Some("A"));
    }

    #[test]
    fn only_constants_that_fit_narrow_silently() {
        assert!(Value::Int(Ty::INT, 127).fits(Ty::BYTE));
        assert!(!Value::Int(Ty::INT, 128).fits(Ty::BYTE));
        assert!(Value::Int(Ty::INT, 65535).fits(Ty::CHAR));
        assert!(!Value::Int(Ty::INT, -1).fits(Ty::CHAR));
        assert!(!Value::Long(1).fits(Ty::BYTE));
    }
}
