//! Type patterns.

use super::cursor::Cursor;
use crate::mop::syntax::tree::{ArgumentPattern, Name, Place, TypePattern};
use text::Diagnostic;

/// A construct of AspectJ that is not in the tree.
pub(super) const PARENTHESES: &str = "parentheses in a pattern are";

/// Pieces of names with `.` and `..` between them.
pub(super) struct Path {
    first: Name,
    /// The separators and the pieces after them.
    others: Vec<(&'static str, Name)>,
}

impl Path {
    /// Returns where it stands.
    pub fn place(&self) -> Place {
        let last = self.others.last().map_or(&self.first, |(_, piece)| piece);
        Place {
            start: self.first.place.start,
            end: last.place.end,
        }
    }

    /// The pattern of a type that the path names.
    pub fn into_type(self) -> TypePattern {
        let place = self.place();
        let others = self
            .others
            .into_iter()
            .map(|(separator, piece)| separator.to_owned() + &piece.text);
        let name = self.first.text + &others.collect::<String>();
        TypePattern {
            name,
            subtypes: false,
            dimensions: 0,
            array_subtypes: false,
            place,
        }
    }

    /// The path without its last piece, if anything is left, and that piece. Nothing if `..` is
    /// before it.
    pub fn split(mut self) -> Option<(Option<Path>, Name)> {
        match self.others.pop() {
            None => Some((None, self.first)),
            Some(("..", _)) => None,
            Some((_, last)) => Some((Some(self), last)),
        }
    }
}

/// Pieces of names with `.` and `..` between them; white space is free.
pub(super) fn path(cursor: &mut Cursor<'_>, what: &str) -> Result<Path, Diagnostic> {
    let start = cursor.here();
    let unsupported = [
        ("!", "`!` in a pattern is"),
        ("(", PARENTHESES),
        ("@", "the pattern of an annotation is"),
    ];

    if let Some((mark, construct)) = unsupported.iter().find(|(mark, _)| cursor.next_is(mark)) {
        return Err(cursor.unsupported((start..start + mark.len()).into(), construct));
    }

    let first = piece(cursor, what)?;
    let mut others = Vec::new();
    while !cursor.next_is("...") && cursor.next_is(".") {
        let separator = if cursor.accept("..") { ".." } else { "." };
        if separator == "." {
            cursor.expect(".")?;
        }
        others.push((separator, piece(cursor, "a name")?));
    }

    let at = cursor.here();
    if cursor.next_is("<") {
        return Err(cursor.unsupported((at..at + 1).into(), "type arguments in a pattern are"));
    }

    Ok(Path { first, others })
}

fn piece(cursor: &mut Cursor<'_>, what: &str) -> Result<Name, Diagnostic> {
    let piece = cursor.peek_piece().ok_or_else(|| cursor.expected(what))?;
    cursor.take(&piece);
    Ok(piece)
}

/// Moves over the `+` and `[]` that follow the name of a type.
pub(super) fn suffixes(
    cursor: &mut Cursor<'_>,
    mut ty: TypePattern,
) -> Result<TypePattern, Diagnostic> {
    ty.subtypes = cursor.accept("+");
    while cursor.accept("[") {
        cursor.expect("]")?;
        ty.dimensions += 1;
    }
    ty.array_subtypes = ty.dimensions > 0 && cursor.accept("+");
    ty.place.end = cursor.place_from(ty.place.start).end;
    Ok(ty)
}

/// A type pattern; `what` says what it is for.
pub(super) fn type_pattern(cursor: &mut Cursor<'_>, what: &str) -> Result<TypePattern, Diagnostic> {
    let name = path(cursor, what)?.into_type();
    suffixes(cursor, name)
}

/// `( pattern )`.
pub(super) fn in_parentheses(
    cursor: &mut Cursor<'_>,
    what: &str,
) -> Result<TypePattern, Diagnostic> {
    cursor.expect("(")?;
    let ty = type_pattern(cursor, what)?;
    cursor.expect(")")?;
    Ok(ty)
}

/// `( [argument (, argument)*] )`.
pub(super) fn arguments(cursor: &mut Cursor<'_>) -> Result<Vec<ArgumentPattern>, Diagnostic> {
    cursor.list(|cursor| {
        if cursor.accept("..") {
            Ok(ArgumentPattern::Any)
        } else {
            Ok(ArgumentPattern::One(type_pattern(
                cursor,
                "a type, a variable, `*` or `..`",
            )?))
        }
    })
}
