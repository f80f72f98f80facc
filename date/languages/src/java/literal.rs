//! Values of Java literals in properties.

use date::code::Literal;
use java_syntax::ast::Literal as Java;
use java_syntax::fragment::{Kind, Node};

/// The value of `node`; `None` if it is no literal that properties have a value for.
pub(super) fn value(node: Node<'_>) -> Option<Literal> {
    let value = understood(node)?;
    // 2147483648 and 9223372036854775808L are Java only behind a minus.
    let is_lowest = matches!(value, Literal::Int(i32::MIN) | Literal::Long(i64::MIN));
    let is_decimal = node.kind() == Kind::DecimalInteger && !node.text().starts_with('0');
    let is_too_large = is_lowest && is_decimal;
    (!is_too_large).then_some(value)
}

/// The value of the integer literal `node` behind a minus.
pub(super) fn negated(node: Node<'_>) -> Option<Literal> {
    match understood(node)? {
        Literal::Int(value) => Some(Literal::Int(value.wrapping_neg())),
        Literal::Long(value) => Some(Literal::Long(value.wrapping_neg())),
        _ => None,
    }
}

/// Text blocks, hexadecimal floats and halves of surrogate pairs stay opaque.
fn understood(node: Node<'_>) -> Option<Literal> {
    if node.kind() == Kind::HexFloat || node.text().starts_with("\"\"\"") {
        return None;
    }
    Some(match node.literal()? {
        Java::Null => Literal::Null,
        Java::Bool(value) => Literal::Bool(value),
        Java::Int(value) => Literal::Int(value),
        Java::Long(value) => Literal::Long(value),
        Java::Float(value) => Literal::Float(value),
        Java::Double(value) => Literal::Double(value),
        Java::Char(unit) => Literal::Char(unit),
        Java::Str(text) => Literal::Str(text.to_string()),
        Java::StrUnits(_) => return None,
    })
}
