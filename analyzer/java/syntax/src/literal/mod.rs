//! Values of literals (JLS 3.10), from their text with unicode escapes already decoded.

mod number;
mod text;

use crate::ast::Literal;
use crate::grammar::Kind;

/// Returns whether nodes of `kind` are literals.
pub(crate) fn is_literal(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::NullLiteral
            | Kind::True
            | Kind::False
            | Kind::DecimalInteger
            | Kind::HexInteger
            | Kind::OctalInteger
            | Kind::BinaryInteger
            | Kind::DecimalFloat
            | Kind::HexFloat
            | Kind::CharacterLiteral
            | Kind::StringLiteral
    )
}

/// The value of the literal `text`; `Err` says what is wrong with it.
pub(crate) fn value(kind: Kind, text: &str) -> Result<Literal, String> {
    match kind {
        Kind::NullLiteral => Ok(Literal::Null),
        Kind::True | Kind::False => Ok(Literal::Bool(kind == Kind::True)),
        Kind::CharacterLiteral => text::character(text),
        Kind::StringLiteral => text::string(text),
        _ => number::number(text),
    }
}
