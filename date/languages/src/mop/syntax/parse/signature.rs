//! Patterns of methods, constructors and fields.

use super::cursor::Cursor;
use super::pattern::{PARENTHESES, Path, path, suffixes, type_pattern};
use crate::mop::syntax::tree::{FieldPattern, Name, ParameterPattern, Signature, TypePattern};
use text::Diagnostic;

/// Java's; each may have a `!` before it.
const MODIFIERS: [&str; 11] = [
    "public",
    "protected",
    "private",
    "static",
    "final",
    "abstract",
    "synchronized",
    "native",
    "strictfp",
    "transient",
    "volatile",
];

/// The possible starts of a signature.
enum Start {
    /// A type, which a member follows.
    Type(TypePattern),
    /// A member.
    Member(Member),
}

struct Member {
    declaring: Option<TypePattern>,
    name: Name,
}

/// `( [modifiers] [result] [type .] name (parameters) [throws types] )`.
pub(super) fn signature(cursor: &mut Cursor<'_>) -> Result<Signature, Diagnostic> {
    cursor.expect("(")?;
    let start = cursor.here();
    let modifiers = modifiers(cursor);
    let (result, member) = match beginning(cursor, "a result type or a constructor")? {
        Start::Type(result) => (Some(result), method(cursor)?),
        Start::Member(member) if member.name.text == "new" => (None, member),
        Start::Member(member) => return Err(no_result(cursor, &member)),
    };

    if !cursor.next_is("(") {
        return Err(cursor.expected("`(`, then the types of the parameters"));
    }

    let parameters = cursor.list(parameter)?;
    let throws = throws(cursor)?;
    let place = cursor.place_from(start);
    cursor.expect(")")?;
    Ok(Signature {
        modifiers,
        result,
        declaring: member.declaring,
        name: member.name,
        parameters,
        throws,
        place,
    })
}

/// `( [modifiers] type [type .] name )`.
pub(super) fn field(cursor: &mut Cursor<'_>) -> Result<FieldPattern, Diagnostic> {
    cursor.expect("(")?;
    let start = cursor.here();
    let modifiers = modifiers(cursor);
    let ty = type_pattern(cursor, "the type of a field")?;
    let Member { declaring, name } = member(cursor, "the name of a field")?;
    let place = cursor.place_from(start);
    cursor.expect(")")?;
    Ok(FieldPattern {
        modifiers,
        ty,
        declaring,
        name,
        place,
    })
}

fn modifiers(cursor: &mut Cursor<'_>) -> Vec<Name> {
    let mut modifiers = Vec::new();
    loop {
        let start = cursor.here();
        let mut ahead = cursor.clone();
        let negation = if ahead.accept("!") { "!" } else { "" };
        let Some(word) = ahead
            .peek_word()
            .filter(|word| MODIFIERS.contains(&word.text.as_str()))
        else {
            break;
        };
        ahead.take(&word);
        *cursor = ahead;
        modifiers.push(Name {
            text: format!("{negation}{}", word.text),
            place: cursor.place_from(start),
        });
    }

    modifiers
}

/// A type, or a member without a type before it.
fn beginning(cursor: &mut Cursor<'_>, what: &str) -> Result<Start, Diagnostic> {
    let path = path(cursor, what)?;
    if cursor.next_is("(") {
        return Ok(Start::Member(split(cursor, path)?));
    }
    let ty = suffixes(cursor, path.into_type())?;
    Ok(if cursor.accept(".") {
        Start::Member(Member {
            declaring: Some(ty),
            name: last(cursor)?,
        })
    } else {
        Start::Type(ty)
    })
}

/// `[type .] name`.
fn member(cursor: &mut Cursor<'_>, what: &str) -> Result<Member, Diagnostic> {
    let path = path(cursor, what)?;
    if !cursor.next_is("+") && !cursor.next_is("[") {
        return split(cursor, path);
    }
    let declaring = suffixes(cursor, path.into_type())?;
    cursor.expect(".")?;
    Ok(Member {
        declaring: Some(declaring),
        name: last(cursor)?,
    })
}

fn last(cursor: &mut Cursor<'_>) -> Result<Name, Diagnostic> {
    let piece = cursor
        .peek_piece()
        .ok_or_else(|| cursor.expected("the name of a member"))?;
    cursor.take(&piece);
    Ok(piece)
}

fn split(cursor: &Cursor<'_>, path: Path) -> Result<Member, Diagnostic> {
    let place = path.place();
    let Some((declaring, name)) = path.split() else {
        let message = "expected `.` between a type and its member, found `..`".to_owned();
        return Err(cursor.error(place, message));
    };
    Ok(Member {
        declaring: declaring.map(Path::into_type),
        name,
    })
}

fn method(cursor: &mut Cursor<'_>) -> Result<Member, Diagnostic> {
    let method = member(cursor, "a method after its result type")?;
    if method.name.text == "new" {
        let error = cursor.error(
            method.name.place,
            "expected the name of a method, found `new`".to_owned(),
        );
        return Err(error
            .with_help("the pattern of a constructor has no result type: `call(Type.new(..))`"));
    }
    Ok(method)
}

/// The error for a member without a result type before it, which can be a result type before
/// parentheses.
fn no_result(cursor: &mut Cursor<'_>, member: &Member) -> Diagnostic {
    let at = cursor.here();
    let mut ahead = cursor.clone();
    let combined = ahead.block("(").is_ok() && (ahead.next_is(".") || ahead.next_is("+"));
    if combined {
        return cursor.unsupported((at..at + 1).into(), PARENTHESES);
    }
    let error = cursor.expected("a method after its result type");
    error.with_help(format!(
        "for any result, write `* ` before `{}`",
        member.name.text
    ))
}

fn parameter(cursor: &mut Cursor<'_>) -> Result<ParameterPattern, Diagnostic> {
    if !cursor.next_is("...") && cursor.accept("..") {
        return Ok(ParameterPattern::Any);
    }
    let ty = type_pattern(cursor, "the type of a parameter, `*` or `..`")?;
    Ok(if cursor.accept("...") {
        ParameterPattern::Variable(ty)
    } else {
        ParameterPattern::One(ty)
    })
}

fn throws(cursor: &mut Cursor<'_>) -> Result<Vec<TypePattern>, Diagnostic> {
    let mut throws = Vec::new();
    let mut more = cursor.accept_word("throws").is_some();
    while more {
        throws.push(type_pattern(cursor, "the type of an exception")?);
        more = cursor.accept(",");
    }
    Ok(throws)
}
