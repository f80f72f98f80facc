//! Properties and their handlers.

use super::cursor::Cursor;
use crate::mop::syntax::tree::{Handler, JavaText, Property};
use text::Diagnostic;

/// `logic [name] : formula handler+`.
pub(super) fn property(cursor: &mut Cursor<'_>) -> Result<Property, Diagnostic> {
    let start = cursor.here();
    let logic = cursor.name("a logic")?;
    let name = cursor.peek_name();
    name.iter().for_each(|name| cursor.take(name));
    cursor.expect(":")?;
    let formula = formula(cursor)?;
    let mut handlers = Vec::new();

    while cursor.next_is("@") {
        handlers.push(handler(cursor)?);
    }

    Ok(Property {
        logic,
        name,
        formula,
        handlers,
        place: cursor.place_from(start),
    })
}

/// The text up to the first `@` that is not in a comment or between brackets; up to the first `@`
/// at all if the brackets are not balanced before it.
fn formula(cursor: &mut Cursor<'_>) -> Result<JavaText, Diagnostic> {
    let start = cursor.here();
    let mut ahead = cursor.clone();
    let mut depth = 0usize;
    let mut first = None;
    let end = loop {
        let at = ahead.here();
        match ahead.rest().chars().next() {
            Some('@') if depth == 0 => break Some(at),
            Some('@') => first = first.or(Some(at)),
            Some('(' | '[') => depth += 1,
            Some(')' | ']') => depth = depth.saturating_sub(1),
            None | Some('{' | '}') => break first,
            _ => {}
        }
        ahead.step();
    };

    let Some(end) = end else {
        return Err(ahead.expected("a handler `@category { .. }`"));
    };
    if start == end {
        return Err(cursor.expected("a formula"));
    }

    cursor.move_to(end);
    Ok(cursor.java((start..end).into()))
}

/// `@category { body }`.
fn handler(cursor: &mut Cursor<'_>) -> Result<Handler, Diagnostic> {
    let start = cursor.here();
    cursor.expect("@")?;
    let category = cursor.name("the category of a handler")?;
    if cursor.next_is("@") {
        let place = cursor.place_from(start);
        return Err(cursor.unsupported(place, "a handler for a state of another property is"));
    }
    let body = cursor.block("{")?;
    Ok(Handler {
        category,
        body: cursor.java(body),
        place: cursor.place_from(start),
    })
}
