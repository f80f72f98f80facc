//! Patterns.

use text::Span;

use super::ids::VarId;
use super::types::TypeRef;

/// A pattern.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// Its kind.
    pub kind: PatternKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of patterns.
#[derive(Debug, Clone)]
pub enum PatternKind {
    /// A plain type after `instanceof`.
    Type(TypeRef),
    /// `T x`, `var x`, `T _`.
    Binding(VarId),
    /// `T(p, q)`.
    Record {
        /// The record type.
        ty: TypeRef,
        /// Patterns of the components.
        components: Vec<Pattern>,
    },
    /// `_` alone.
    Any,
}
