//! Abstract values.

use crate::code::{Primitive, Value};

/// The knowledge of a value.
#[derive(Debug, Clone, PartialEq)]
pub enum Known {
    /// Nothing.
    Any,
    /// It is this `boolean`, string or floating-point number, `null` or [the own thread](crate::code::Object::own_thread).
    Is(Value),
    /// It is an integer of this type, from `low` to `high`.
    Whole {
        /// An integral primitive type.
        ty: Primitive,
        /// The least it can be.
        low: i64,
        /// The greatest it can be.
        high: i64,
    },
    /// It is no `null`.
    NotNull,
}

/// The least and the greatest value of an integral type; `None` for any other.
pub(super) fn range(ty: Primitive) -> Option<(i64, i64)> {
    Some(match ty {
        Primitive::Byte => (i8::MIN.into(), i8::MAX.into()),
        Primitive::Short => (i16::MIN.into(), i16::MAX.into()),
        Primitive::Char => (0, u16::MAX.into()),
        Primitive::Int => (i32::MIN.into(), i32::MAX.into()),
        Primitive::Long => (i64::MIN, i64::MAX),
        Primitive::Boolean | Primitive::Float | Primitive::Double => return None,
    })
}

impl Known {
    /// All that can be known of one value. Of a number that equals others that it is not (`0.0` and
    /// `-0.0`), or not even itself, nothing is; nor of an object but that it is one, unless it is
    /// [the own thread](crate::code::Object::own_thread).
    pub fn of(value: Value) -> Self {
        match value {
            Value::Byte(value) => Known::whole(Primitive::Byte, value.into(), value.into()),
            Value::Short(value) => Known::whole(Primitive::Short, value.into(), value.into()),
            Value::Char(value) => Known::whole(Primitive::Char, value.into(), value.into()),
            Value::Int(value) => Known::whole(Primitive::Int, value.into(), value.into()),
            Value::Long(value) => Known::whole(Primitive::Long, value, value),
            Value::Float(value) if value.is_nan() || value == 0.0 && value.is_sign_negative() => {
                Known::Any
            }
            Value::Double(value) if value.is_nan() || value == 0.0 && value.is_sign_negative() => {
                Known::Any
            }
            Value::Object(object) if !object.is_own_thread() => Known::NotNull,
            value => Known::Is(value),
        }
    }

    /// An integer between two numbers, both included; nothing is known if they are not of the type.
    pub(super) fn whole(ty: Primitive, low: i64, high: i64) -> Self {
        // An interval as wide as the type says nothing.
        match range(ty) {
            Some((least, most))
                if least <= low && low <= high && high <= most && (low, high) != (least, most) =>
            {
                Known::Whole { ty, low, high }
            }
            _ => Known::Any,
        }
    }

    /// The value, if there is only one that it can be.
    pub fn value(&self) -> Option<Value> {
        match self {
            Known::Is(value) => Some(value.clone()),
            Known::Whole { ty, low, high } if low == high => {
                Value::Long(*low).to_primitive(*ty).ok()
            }
            _ => None,
        }
    }

    /// Converts the knowledge of a primitive value to `wanted`: integers that keep their value, and
    /// truth values.
    pub(super) fn converted(&self, wanted: Primitive) -> Known {
        match self {
            Known::Whole { low, high, .. } => Known::whole(wanted, *low, *high),
            Known::Is(Value::Bool(_)) if wanted == Primitive::Boolean => self.clone(),
            _ => Known::Any,
        }
    }

    /// Its ends if it is an integer.
    pub(super) fn ends(&self) -> Option<(i64, i64)> {
        match self {
            Known::Whole { low, high, .. } => Some((*low, *high)),
            _ => None,
        }
    }

    /// Returns whether it is known to be no `null`.
    pub(super) fn is_not_null(&self) -> bool {
        match self {
            Known::Any => false,
            Known::Is(value) => *value != Value::Null,
            Known::Whole { .. } | Known::NotNull => true,
        }
    }

    /// Returns the knowledge of a value that is one or the other.
    pub(super) fn or(&self, other: &Known) -> Known {
        match (self, other) {
            _ if self == other => self.clone(),
            (
                Known::Whole { ty, low, high },
                Known::Whole {
                    ty: same,
                    low: l,
                    high: h,
                },
            ) if ty == same => Known::whole(*ty, *low.min(l), *high.max(h)),
            _ if self.is_not_null()
                && other.is_not_null()
                && !self.is_primitive()
                && !other.is_primitive() =>
            {
                Known::NotNull
            }
            _ => Known::Any,
        }
    }

    fn is_primitive(&self) -> bool {
        match self {
            Known::Is(value) => value.primitive().is_some(),
            Known::Whole { .. } => true,
            Known::Any | Known::NotNull => false,
        }
    }
}
