//! Java types and parameters.

use super::cursor::Cursor;
use crate::mop::syntax::tree::{Parameter, TypeName};
use text::Diagnostic;

/// `( [type name (, type name)*] )`.
pub(super) fn parameters(cursor: &mut Cursor<'_>) -> Result<Vec<Parameter>, Diagnostic> {
    cursor.list(parameter)
}

/// `type name`.
pub(super) fn parameter(cursor: &mut Cursor<'_>) -> Result<Parameter, Diagnostic> {
    let ty = type_name(cursor)?;
    if cursor.next_is("...") {
        return Err(cursor
            .expected("the name of a parameter")
            .with_help("for variable arity, write an array"));
    }
    Ok(Parameter {
        ty,
        name: cursor.word("the name of a parameter")?,
    })
}

/// A dotted name, perhaps with type arguments, `[]` and `+`.
pub(super) fn type_name(cursor: &mut Cursor<'_>) -> Result<TypeName, Diagnostic> {
    let start = cursor.here();
    let text = java_type(cursor)?;
    let subtypes = cursor.accept("+");
    Ok(TypeName {
        text,
        subtypes,
        place: cursor.place_from(start),
    })
}

/// A Java type in canonical form.
fn java_type(cursor: &mut Cursor<'_>) -> Result<String, Diagnostic> {
    let mut text = cursor.word("a type")?.text;
    loop {
        if cursor.next_is("<") {
            text += &cursor.nested(type_arguments)?;
        } else if cursor.next_is(".") && !cursor.next_is("..") {
            cursor.expect(".")?;
            text += ".";
            text += &cursor.word("the name of a type")?.text;
        } else {
            break;
        }
    }

    while cursor.accept("[") {
        cursor.expect("]")?;
        text += "[]";
    }

    Ok(text)
}

/// `< argument (, argument)* >`.
fn type_arguments(cursor: &mut Cursor<'_>) -> Result<String, Diagnostic> {
    cursor.expect("<")?;
    let mut arguments = Vec::new();
    loop {
        arguments.push(type_argument(cursor)?);
        if cursor.accept(">") {
            return Ok(format!("<{}>", arguments.join(", ")));
        }
        if !cursor.accept(",") {
            return Err(cursor.expected("`,` or `>`"));
        }
    }
}

/// `type`, `?`, `? extends type` or `? super type`.
fn type_argument(cursor: &mut Cursor<'_>) -> Result<String, Diagnostic> {
    if !cursor.accept("?") {
        return java_type(cursor);
    }
    for bound in ["extends", "super"] {
        if cursor.accept_word(bound).is_some() {
            return Ok(format!("? {bound} {}", java_type(cursor)?));
        }
    }
    Ok("?".to_owned())
}
