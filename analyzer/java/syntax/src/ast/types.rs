//! Identifiers, and types as written.

use std::sync::Arc;

use text::Span;

/// An identifier and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ident {
    /// Unicode escapes resolved.
    pub text: Arc<str>,
    /// The token.
    pub span: Span,
}

/// A type as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeRef {
    /// Its kind.
    pub kind: TypeRefKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeRefKind {
    /// `int`, .. and `void`, by keyword.
    Primitive(Primitive),
    /// `a.b.C<X>.D<Y>`: each part with its type arguments (`None`: none written; empty: the
    /// diamond).
    Named(Vec<(Ident, Option<Vec<TypeArgument>>)>),
    /// An array.
    Array(Box<TypeRef>),
    /// `A & B` in casts.
    Intersection(Vec<TypeRef>),
}

/// Primitive types and `void`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "named as in the JLS")]
pub enum Primitive {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Void,
}

/// A type argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeArgument {
    /// A type.
    Type(TypeRef),
    /// `?`.
    Unbounded,
    /// `? extends T`.
    Extends(TypeRef),
    /// `? super T`.
    Super(TypeRef),
}
