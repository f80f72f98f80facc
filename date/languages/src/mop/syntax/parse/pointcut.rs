//! Pointcuts.

use super::cursor::Cursor;
use super::pattern::{arguments, in_parentheses};
use super::signature::{field, signature};
use super::types::{parameter, parameters};
use crate::mop::syntax::tree::{Name, NamedPointcut, Parameter, Pointcut, PointcutKind};
use text::{Diagnostic, nearest};

/// The names of pointcuts that are known.
pub(crate) const PRIMITIVES: [&str; 22] = [
    "call",
    "execution",
    "get",
    "set",
    "target",
    "this",
    "args",
    "within",
    "cflow",
    "cflowbelow",
    "staticinitialization",
    "handler",
    "if",
    "condition",
    "countCond",
    "thread",
    "threadBlocked",
    "threadName",
    "startThread",
    "endThread",
    "endProgram",
    "endObject",
];

const FORM: &str = "a pointcut is declared as `pointcut name(Type variable) : pointcut;`";

/// Pointcuts of AspectJ that are not in the tree.
const UNSUPPORTED: [&str; 4] = [
    "adviceexecution",
    "initialization",
    "preinitialization",
    "withincode",
];

/// The words before the declaration of a pointcut that say who sees it, which means nothing here.
pub(super) const MODIFIERS: [&str; 6] = [
    "public",
    "protected",
    "private",
    "static",
    "final",
    "abstract",
];

/// `[modifiers] pointcut name(parameters) : pointcut;`.
pub(crate) fn named_pointcut(cursor: &mut Cursor<'_>) -> Result<NamedPointcut, Diagnostic> {
    let start = cursor.here();
    while cursor.accept_word("pointcut").is_none() {
        let word = cursor.word("a modifier or `pointcut`")?;
        if word.text == "abstract" {
            return Err(cursor.unsupported(word.place, "an abstract pointcut is"));
        }
        if !MODIFIERS.contains(&word.text.as_str()) {
            let message = format!("no pointcut is `{}`", word.text);
            return Err(cursor.error(word.place, message).with_help(FORM));
        }
    }

    let name = cursor
        .word("the name of a pointcut")
        .map_err(|error| error.with_help(FORM))?;
    let parameters = parameters(cursor)?;

    if !cursor.accept(":") {
        return Err(cursor.expected("`:`").with_help(FORM));
    }

    let pointcut = pointcut(cursor)?;
    if cursor.accept(";") {
        Ok(NamedPointcut {
            name,
            parameters,
            pointcut,
            place: cursor.place_from(start),
        })
    } else {
        Err(cursor.expected("`&&`, `||` or `;`"))
    }
}

/// A pointcut: disjunctions of conjunctions of negations.
pub(super) fn pointcut(cursor: &mut Cursor<'_>) -> Result<Pointcut, Diagnostic> {
    chain(cursor, "||", PointcutKind::Or, |cursor| {
        chain(cursor, "&&", PointcutKind::And, unary)
    })
}

/// `part (operator part)*`.
fn chain<'a>(
    cursor: &mut Cursor<'a>,
    operator: &str,
    join: impl Fn(Vec<Pointcut>) -> PointcutKind,
    part: impl Fn(&mut Cursor<'a>) -> Result<Pointcut, Diagnostic>,
) -> Result<Pointcut, Diagnostic> {
    let start = cursor.here();
    let first = part(cursor)?;
    if !cursor.next_is(operator) {
        return Ok(first);
    }
    let mut parts = vec![first];
    while cursor.accept(operator) {
        parts.push(part(cursor)?);
    }
    Ok(Pointcut {
        kind: join(parts),
        place: cursor.place_from(start),
    })
}

/// `!pointcut`, `(pointcut)` or a primitive.
fn unary(cursor: &mut Cursor<'_>) -> Result<Pointcut, Diagnostic> {
    let start = cursor.here();
    if cursor.accept("!") {
        let part = cursor.nested(unary)?;
        return Ok(Pointcut {
            kind: PointcutKind::Not(Box::new(part)),
            place: cursor.place_from(start),
        });
    }
    if cursor.next_is("(") {
        return group(cursor);
    }

    let name = pointcut_name(cursor)?;
    let kind = primitive(cursor, name)?;
    Ok(Pointcut {
        kind,
        place: cursor.place_from(start),
    })
}

/// `(pointcut)`.
fn group(cursor: &mut Cursor<'_>) -> Result<Pointcut, Diagnostic> {
    cursor.expect("(")?;
    let inner = cursor.nested(pointcut)?;
    if cursor.accept(")") {
        Ok(inner)
    } else {
        Err(cursor.expected("`&&`, `||` or `)`"))
    }
}

/// A dotted name, which `(` follows.
fn pointcut_name(cursor: &mut Cursor<'_>) -> Result<Name, Diagnostic> {
    let at = cursor.here();
    if cursor.accept("@") {
        return Err(cursor.unsupported((at..at + 1).into(), "pointcuts on annotations are"));
    }

    let mut name = cursor.word("a pointcut")?;
    while cursor.accept(".") {
        let next = cursor.word("the name of a pointcut")?;
        name.text += ".";
        name.text += &next.text;
        name.place.end = next.place.end;
    }

    if !cursor.next_is("(") {
        let near = nearest(&name.text, PRIMITIVES).filter(|near| *near != name.text);
        let error = cursor.expected(&format!("`(` after the pointcut `{}`", name.text));
        return Err(near.iter().fold(error, |error, near| {
            error.with_help(format!("did you mean `{near}`?"))
        }));
    }

    Ok(name)
}

/// Parses a primitive pointcut behind its name.
fn primitive(cursor: &mut Cursor<'_>, name: Name) -> Result<PointcutKind, Diagnostic> {
    const OBJECT: &str = "a type, a variable or `*`";
    const TYPE: &str = "a type pattern";
    Ok(match name.text.as_str() {
        "call" => PointcutKind::Call(signature(cursor)?),
        "execution" => PointcutKind::Execution(signature(cursor)?),
        "get" => PointcutKind::Get(field(cursor)?),
        "set" => PointcutKind::Set(field(cursor)?),
        "target" => PointcutKind::Target(in_parentheses(cursor, OBJECT)?),
        "this" => PointcutKind::This(in_parentheses(cursor, OBJECT)?),
        "args" => PointcutKind::Args(arguments(cursor)?),
        "within" => PointcutKind::Within(in_parentheses(cursor, TYPE)?),
        "cflow" => PointcutKind::Cflow(Box::new(group(cursor)?)),
        "cflowbelow" => PointcutKind::CflowBelow(Box::new(group(cursor)?)),
        "staticinitialization" => PointcutKind::StaticInitialization(in_parentheses(cursor, TYPE)?),
        "handler" => PointcutKind::Handler(in_parentheses(cursor, TYPE)?),
        "if" => PointcutKind::If(cursor.expression()?),
        "condition" => PointcutKind::Condition(cursor.expression()?),
        "countCond" => PointcutKind::CountCond(cursor.expression()?),
        "thread" => PointcutKind::Thread(variable(cursor)?),
        "threadBlocked" => PointcutKind::ThreadBlocked(variable(cursor)?),
        "threadName" => PointcutKind::ThreadName(cursor.expression()?),
        "startThread" => nothing(cursor, PointcutKind::StartThread)?,
        "endThread" => nothing(cursor, PointcutKind::EndThread)?,
        "endProgram" => nothing(cursor, PointcutKind::EndProgram)?,
        "endObject" => PointcutKind::EndObject(object(cursor)?),
        other if UNSUPPORTED.contains(&other) => {
            return Err(cursor.unsupported(name.place, &format!("the pointcut `{other}` is")));
        }
        _ => named(cursor, name)?,
    })
}

/// A pointcut declared elsewhere; or a primitive that is misspelt, which shows in what its
/// parentheses hold.
fn named(cursor: &mut Cursor<'_>, name: Name) -> Result<PointcutKind, Diagnostic> {
    match arguments(cursor) {
        Ok(arguments) => Ok(PointcutKind::Named { name, arguments }),
        Err(error) => match nearest(&name.text, PRIMITIVES) {
            Some(near) => {
                let message = format!("expected a pointcut, found `{}`", name.text);
                Err(cursor
                    .error(name.place, message)
                    .with_help(format!("did you mean `{near}`?")))
            }
            None => Err(error),
        },
    }
}

fn variable(cursor: &mut Cursor<'_>) -> Result<Name, Diagnostic> {
    cursor.expect("(")?;
    let variable = cursor.word("a variable")?;
    cursor.expect(")")?;
    Ok(variable)
}

fn nothing(cursor: &mut Cursor<'_>, kind: PointcutKind) -> Result<PointcutKind, Diagnostic> {
    cursor.expect("(")?;
    cursor.expect(")")?;
    Ok(kind)
}

fn object(cursor: &mut Cursor<'_>) -> Result<Parameter, Diagnostic> {
    cursor.expect("(")?;
    let object = parameter(cursor)?;
    cursor.expect(")")?;
    Ok(object)
}
