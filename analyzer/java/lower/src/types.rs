//! Erased types as lowering asks about them.

use std::sync::Arc;

use java_types::descriptor::{Primitive, Type};

pub(crate) const STRING: &str = "java/lang/String";
pub(crate) const THROWABLE: &str = "java/lang/Throwable";
pub(crate) const BOOLEAN: Type = Type::Primitive(Primitive::Boolean);
pub(crate) const INT: Type = Type::Primitive(Primitive::Int);

/// `java.lang.String`.
pub(crate) fn string() -> Type {
    Type::class(STRING)
}

/// `java.lang.Throwable`.
pub(crate) fn throwable() -> Type {
    Type::class(THROWABLE)
}

/// Returns whether it is `java.lang.String`.
pub(crate) fn is_string(ty: &Type) -> bool {
    ty.class_name().is_some_and(|name| **name == *STRING)
}

/// The element type of an array.
pub(crate) fn element(ty: &Type) -> Option<Type> {
    match ty {
        Type::Array(element) => Some((**element).clone()),
        Type::Primitive(_) | Type::Class(_) => None,
    }
}

/// The primitive type that a value has or, as an instance of a wrapper class, wraps (JLS 5.1.8).
pub(crate) fn primitive(ty: &Type) -> Option<Primitive> {
    match ty {
        Type::Primitive(primitive) => Some(*primitive),
        Type::Class(name) => Primitive::from_wrapper(name),
        Type::Array(_) => None,
    }
}

/// The method of a wrapper class that gives what it wraps.
pub(crate) fn unwrapping_method(primitive: Primitive) -> Arc<str> {
    Arc::from(format!("{}Value", primitive.keyword()))
}

/// The type of the result of an arithmetic operator on unboxed operands (JLS 5.6): the widest of
/// them, at least `int`.
pub(crate) fn promoted(types: impl IntoIterator<Item = Type>) -> Type {
    let rank = |ty: &Type| match ty {
        Type::Primitive(Primitive::Double) => 3,
        Type::Primitive(Primitive::Float) => 2,
        Type::Primitive(Primitive::Long) => 1,
        _ => 0,
    };
    let widest = types.into_iter().max_by_key(rank).filter(|ty| rank(ty) > 0);
    widest.unwrap_or(INT)
}
