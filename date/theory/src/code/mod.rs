//! The Java expressions and statements in conditions, actions, `where`, `filter`, entry code and
//! initializers.
//!
//! A [`Code`] keeps the user's text (monitors are generated from it) beside what the analyses
//! understand of it.

mod ast;
mod effects;
pub mod eval;
mod exclusive;
pub mod lexical;
mod print;
mod recognition;
mod truth;
mod types;
mod value;

pub use ast::{Assigned, BinaryOp, Expr, Literal, Name, NameKind, Stmt, UnaryOp};
pub use effects::Effects;
pub use exclusive::exclusive;
pub use recognition::Recognition;
pub use truth::{Truth, constant};
pub use types::{JavaType, Primitive, Types};
pub use value::{Fault, Object, Value};

use serde::{Deserialize, Serialize};

use text::Span;

/// A piece of Java in a property.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Code {
    /// The text as written, without the delimiters around it.
    pub text: String,
    /// The place of the text in the property file.
    pub span: Span,
    /// The parsed text, as far as it is understood.
    pub body: Body,
    /// Every use of a name in [`Code::text`] that is a variable, parameter, clock or channel of the
    /// specification, in text order: what a generator of monitors has to rewrite. Byte offsets
    /// count from the start of the text.
    pub names: Vec<NameUse>,
}

/// The parsed form of a piece of Java.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Body {
    /// A condition, filter or initial value.
    Expr(Expr),
    /// An action, `where` or entry code.
    Stmts(Vec<Stmt>),
}

/// One use of a name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NameUse {
    /// First byte in the text; for `::x` and `u::x` the first byte of the qualified form.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// The name that is used.
    pub name: Name,
}
