//! The lattice of types: what is known of the values of a local.

use std::sync::Arc;

use java_types::descriptor::{Primitive, Type};
use java_types::hierarchy::Hierarchy;

use crate::emitter::{BOOLEAN, INT};

/// The types that all values of a local have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It has no value yet.
    Nothing,
    /// `null` alone.
    Null,
    /// Constants of the type `int` in a range, which may be of a smaller type.
    Constants(i64, i64),
    /// This type.
    Of(Type),
}

impl Kind {
    /// A constant.
    pub(crate) fn constant(value: i64) -> Self {
        Kind::Constants(value, value)
    }

    /// The least kind above two.
    pub(crate) fn join(&self, other: &Kind, hierarchy: &Hierarchy) -> Kind {
        use Kind::{Constants, Nothing, Null, Of};
        match (self, other) {
            (Nothing, kind) | (kind, Nothing) => kind.clone(),
            (Null, kind @ (Null | Of(Type::Class(_) | Type::Array(_))))
            | (kind @ Of(Type::Class(_) | Type::Array(_)), Null) => kind.clone(),
            (Constants(low, high), Constants(other_low, other_high)) => {
                Constants(*low.min(other_low), *high.max(other_high))
            }
            (Constants(low, high), Of(Type::Primitive(ty)))
            | (Of(Type::Primitive(ty)), Constants(low, high)) => {
                if holds(*ty, *low, *high) {
                    Of(Type::Primitive(*ty))
                } else {
                    Of(INT)
                }
            }
            (Of(a), Of(b)) if a == b => self.clone(),
            (Of(Type::Primitive(_)), Of(Type::Primitive(_))) => Of(INT),
            (Of(a), Of(b)) => Of(least_above(a, b, hierarchy)),
            _ => Of(Type::object()),
        }
    }

    /// The kind of the elements of an array of this kind.
    pub(crate) fn element(&self, is_reference: bool) -> Kind {
        match self {
            Kind::Nothing => Kind::Nothing,
            Kind::Null if is_reference => Kind::Null,
            // Reading an element of `null` gives no value.
            Kind::Null => Kind::Nothing,
            Kind::Of(Type::Array(element)) if element.is_reference() == is_reference => {
                Kind::Of((**element).clone())
            }
            _ if is_reference => Kind::Of(Type::object()),
            _ => Kind::Of(INT),
        }
    }

    /// The kind of `a & b`, `a | b` and `a ^ b`: truth values give one.
    pub(crate) fn logic(&self, other: &Kind) -> Kind {
        match (self, other) {
            (Kind::Nothing, _) | (_, Kind::Nothing) => Kind::Nothing,
            (a, b) if a.is_truth() && b.may_be_truth() || a.may_be_truth() && b.is_truth() => {
                Kind::Of(BOOLEAN)
            }
            _ => Kind::Of(INT),
        }
    }

    /// Returns whether it is `boolean`.
    pub(crate) fn is_truth(&self) -> bool {
        *self == Kind::Of(BOOLEAN)
    }

    /// Returns whether all values are 0 and 1 or truth values.
    pub(crate) fn may_be_truth(&self) -> bool {
        self.is_truth() || matches!(self, Kind::Constants(0 | 1, 0 | 1))
    }
}

/// Returns whether a type has all numbers of a range.
fn holds(ty: Primitive, low: i64, high: i64) -> bool {
    let (least, greatest) = match ty {
        Primitive::Boolean => (0, 1),
        Primitive::Byte => (i8::MIN.into(), i8::MAX.into()),
        Primitive::Short => (i16::MIN.into(), i16::MAX.into()),
        Primitive::Char => (0, u16::MAX.into()),
        _ => (i64::MIN, i64::MAX),
    };
    least <= low && high <= greatest
}

/// A type that surely has all values of two: the nearest superclass of one that is above the other,
/// as far as all classes are known, else `Object`.
fn least_above(a: &Type, b: &Type, hierarchy: &Hierarchy) -> Type {
    match (a, b) {
        (Type::Class(a), Type::Class(b)) => Type::Class(superclass_of_both(a, b, hierarchy)),
        (Type::Array(a), Type::Array(b)) if a.is_reference() && b.is_reference() => {
            Type::array(if a == b {
                (**a).clone()
            } else {
                least_above(a, b, hierarchy)
            })
        }
        _ if hierarchy.is_subtype(a, b).must() => b.clone(),
        _ if hierarchy.is_subtype(b, a).must() => a.clone(),
        _ => Type::object(),
    }
}

/// Superclasses that are walked: a chain with a circle ends.
const MAX_SUPERCLASSES: usize = 1_000;

fn superclass_of_both(a: &Arc<str>, b: &Arc<str>, hierarchy: &Hierarchy) -> Arc<str> {
    if hierarchy.is_subclass(a, b).must() {
        return b.clone();
    }
    let mut at = a.clone();
    for _ in 0..MAX_SUPERCLASSES {
        if hierarchy.is_subclass(b, &at).must() {
            return at;
        }
        match hierarchy
            .class(&at)
            .and_then(|class| class.super_name.clone())
        {
            Some(above) => at = above,
            None => break,
        }
    }
    Arc::from("java/lang/Object")
}
