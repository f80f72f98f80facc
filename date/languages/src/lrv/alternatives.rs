//! The causes of an event as written, before it is known which names are typed variables.

use std::ops::Range;

use super::cursor::Cursor;
use crate::draft::Word;
use crate::pattern::{last_dot, scaled};
use date::code::lexical::is_word_character;
use date::model::JoinPoint;
use text::Diagnostic;

/// A variable with the type written before it, if one is.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    pub ty: Option<Word>,
    pub name: Word,
}

/// `{ a | b } filter { .. } where { .. }`.
#[derive(Debug, Clone)]
pub(super) struct Collection {
    pub alternatives: Vec<Written>,
    pub filter: Option<Range<usize>>,
    pub where_code: Option<Range<usize>>,
}

/// One alternative of a collection.
#[derive(Debug, Clone)]
#[expect(
    clippy::large_enum_variant,
    reason = "one is made for each alternative of a script"
)]
pub(super) enum Written {
    Collection(Collection),
    /// An event declared before.
    Event(Word),
    Timeout {
        clock: Word,
        after_ms: Option<u64>,
        repeats: bool,
    },
    Receive {
        channel: Word,
        value: Option<Typed>,
    },
    Call(Call),
}

/// A call pattern.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub join: JoinPoint,
    /// True if `call` or `execution` is written.
    pub has_keyword: bool,
    pub target: Target,
    /// Method name, perhaps with `*`, or `new`.
    pub method: Word,
    pub arguments: Vec<Argument>,
    pub upon: Upon,
    pub within: Option<Typed>,
    pub range: Range<usize>,
}

impl Call {
    /// The types that LARVA wants without their packages.
    pub fn unqualified_types(&self) -> impl Iterator<Item = &Word> {
        let target = match &self.target {
            Target::Typed { ty, .. } | Target::Type(ty) if self.has_keyword => Some(ty),
            _ => None,
        };
        let arguments = self.arguments.iter().filter_map(|argument| match argument {
            Argument::Any => None,
            Argument::Type(ty) => Some(ty),
            Argument::Variable(variable) => variable.ty.as_ref(),
        });
        let outcome = match &self.upon {
            Upon::Returning(value) | Upon::Throwing(value) => value.as_ref(),
            Upon::Entry | Upon::Handling => None,
        };

        let bound = outcome
            .into_iter()
            .chain(&self.within)
            .filter_map(|typed| typed.ty.as_ref());
        target.into_iter().chain(arguments).chain(bound)
    }
}

/// The part before the dot.
#[derive(Debug, Clone)]
pub(super) enum Target {
    /// `*`.
    Any,
    /// `x`: a typed variable, or else any type.
    Name(Word),
    /// `T x`.
    Typed { ty: Word, name: Word },
    /// `T *`.
    Type(Word),
}

#[derive(Debug, Clone)]
pub(super) enum Argument {
    /// `*`.
    Any,
    /// `T *`.
    Type(Word),
    /// `[T] x`.
    Variable(Typed),
}

#[derive(Debug, Clone)]
pub(super) enum Upon {
    Entry,
    Returning(Option<Typed>),
    Throwing(Option<Typed>),
    /// Before a catch block in the method.
    Handling,
}

/// A collection, with what follows it.
pub(super) fn collection(cursor: &mut Cursor<'_>) -> Result<Collection, Diagnostic> {
    let block = cursor.block("{")?;
    let mut inner = cursor.within(block);
    let mut alternatives = vec![alternative(&mut inner)?];

    while !inner.at_end() {
        if !inner.accept("|") {
            let help =
                "`filter` and `where` stand behind the braces of a collection, in this order";
            let clause = inner
                .peek_word()
                .is_some_and(|word| matches!(word.text.as_str(), "filter" | "where"));
            let error = inner.expected("`|` or `}`");
            return Err(if clause { error.with_help(help) } else { error });
        }
        alternatives.push(alternative(&mut inner)?);
    }

    let filter = match cursor.accept_word("filter") {
        Some(_) => Some(cursor.block("{")?),
        None => None,
    };
    let where_code = match cursor.accept_word("where") {
        Some(_) => Some(where_code(cursor)?),
        None => None,
    };

    Ok(Collection {
        alternatives,
        filter,
        where_code,
    })
}

/// `{ statements }` or one statement with its `;`.
fn where_code(cursor: &mut Cursor<'_>) -> Result<Range<usize>, Diagnostic> {
    if cursor.rest().starts_with('{') {
        return cursor.block("{");
    }
    let statement = cursor.until(&[';']);
    cursor.expect(";")?;
    Ok(statement.start..statement.end + 1)
}

fn alternative(cursor: &mut Cursor<'_>) -> Result<Written, Diagnostic> {
    if cursor.rest().starts_with('{') {
        return collection(cursor).map(Written::Collection);
    }

    let Some(word) = cursor.peek_word() else {
        return call(cursor, None);
    };
    let mut after = cursor.clone();
    _ = after.accept_word(&word.text);
    let join = match word.text.as_str() {
        "call" => Some(JoinPoint::Call),
        "execution" => Some(JoinPoint::Execution),
        _ => None,
    };

    // `call` and `execution` are keywords unless they are what is called.
    if let Some(join) =
        join.filter(|_| after.peek_word().is_some() || after.rest().starts_with('*'))
    {
        *cursor = after;
        return call(cursor, Some(join));
    }
    named(cursor, after, word)
}

/// An alternative that begins with `word`; `after` stands behind it.
fn named<'a>(
    cursor: &mut Cursor<'a>,
    mut after: Cursor<'a>,
    word: Word,
) -> Result<Written, Diagnostic> {
    if after.accept("@") {
        *cursor = after;
        return timeout(cursor, word);
    }
    if after.rest().starts_with('(') {
        // The parameters of an event mean nothing here.
        after.block("(")?;
        *cursor = after;
        return Ok(Written::Event(word));
    }
    if after.at_end() || after.rest().starts_with('|') {
        *cursor = after;
        return Ok(Written::Event(word));
    }
    if after.accept(".") && after.accept_word("receive").is_some() {
        *cursor = after;
        return receive(cursor, word);
    }

    call(cursor, None)
}

/// `clock@5`, `clock@s5`, `clock@m5`, `clock@%5` ... after the `@`.
fn timeout(cursor: &mut Cursor<'_>, clock: Word) -> Result<Written, Diagnostic> {
    if cursor.accept("@") {
        return Ok(Written::Timeout {
            clock,
            after_ms: None,
            repeats: false,
        });
    }

    let repeats = cursor.accept("%");
    let what = "a number of seconds, or `s`, `m`, `h`, `d` or `l` (milliseconds) and a number";
    let Some(age) = cursor.run(|c| c.is_ascii_alphanumeric() || c == '.') else {
        return Err(cursor.expected(what));
    };
    let digits = age
        .text
        .trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let scale = match &age.text[..age.text.len() - digits.len()] {
        "" | "s" => 1000,
        "m" => 60_000,
        "h" => {
            let message = "LARVA does not read hours".to_owned();
            cursor.larva.stops(
                age.range.clone(),
                "lrv-hours",
                message,
                "they are read here",
            )?;
            3_600_000
        }
        "d" => 86_400_000,
        "l" => 1,
        _ => return Err(cursor.error(age.range, format!("expected {what}, found `{}`", age.text))),
    };

    match scaled(digits, scale) {
        Some(0) if repeats => Err(cursor.error(
            age.range,
            "a clock cannot repeat every 0 seconds".to_owned(),
        )),
        Some(after) => Ok(Written::Timeout {
            clock,
            after_ms: Some(after),
            repeats,
        }),
        None => Err(cursor.error(
            age.range,
            format!("`{}` is no whole number of milliseconds", age.text),
        )),
    }
}

fn receive(cursor: &mut Cursor<'_>, channel: Word) -> Result<Written, Diagnostic> {
    let block = cursor.block("(")?;
    let mut inner = cursor.within(block);
    let value = if inner.at_end() {
        None
    } else {
        Some(typed(&mut inner)?)
    };
    if !inner.at_end() {
        return Err(inner.expected("`)`"));
    }
    // LARVA takes it as a statement as well.
    cursor.accept(";");
    Ok(Written::Receive { channel, value })
}

/// `[T] x`.
pub(super) fn typed(cursor: &mut Cursor<'_>) -> Result<Typed, Diagnostic> {
    let Some(first) = cursor.ty() else {
        return Err(cursor.expected("a variable"));
    };
    match cursor.peek_word() {
        Some(_) => Ok(Typed {
            ty: Some(first),
            name: cursor.word("a variable")?,
        }),
        None => Ok(Typed {
            ty: None,
            name: first,
        }),
    }
}

/// A call pattern, behind the word that says what is matched, if there is one.
fn call(cursor: &mut Cursor<'_>, keyword: Option<JoinPoint>) -> Result<Written, Diagnostic> {
    let start = cursor.here();
    let (target, method) = target_and_method(cursor)?;
    let block = cursor.block("(")?;
    let arguments = arguments(&mut cursor.within(block.clone()))?;
    let mut end = block.end + 1;
    let upon = upon(cursor, &mut end)?;
    let within = match cursor.accept_word("within") {
        Some(_) => {
            let block = cursor.block("(")?;
            end = block.end + 1;
            Some(typed(&mut cursor.within(block))?)
        }
        None => None,
    };

    let (join, has_keyword) = (keyword.unwrap_or(JoinPoint::Call), keyword.is_some());
    Ok(Written::Call(Call {
        join,
        has_keyword,
        target,
        method,
        arguments,
        upon,
        within,
        range: start..end,
    }))
}

/// `target.method` up to the `(`, where the target may be `*`, `x`, `T x` or `T *`.
fn target_and_method(cursor: &mut Cursor<'_>) -> Result<(Target, Word), Diagnostic> {
    let what = "a call, a clock, a channel or an event";
    let Some(head) = cursor.run(|c| !matches!(c, '(' | '|' | '{' | '}' | ';' | '=')) else {
        return Err(cursor.expected(what));
    };

    if !cursor.rest().starts_with('(') {
        return Err(cursor.error(
            trimmed(&head, 0..head.text.len()).range,
            format!("expected {what}, found `{}`", head.text.trim()),
        ));
    }

    let Some(dot) = last_dot(&head.text).filter(|dot| *dot > 0) else {
        let message = format!(
            "expected a call `target.method(..)`, found `{}`",
            head.text.trim()
        );
        return Err(cursor.error(head.range, message));
    };
    let method = trimmed(&head, dot + 1..head.text.len());

    if method.text.is_empty()
        || !method
            .text
            .chars()
            .all(|c| c == '*' || is_word_character(c))
    {
        return Err(cursor.error(
            method.range,
            format!("expected a method, found `{}`", method.text),
        ));
    }

    Ok((target(&trimmed(&head, 0..dot)), method))
}

fn target(text: &Word) -> Target {
    if let Some(ty) = text.text.strip_suffix('*') {
        let ty = trimmed(text, 0..ty.len());
        return if ty.text.is_empty() {
            Target::Any
        } else {
            Target::Type(ty)
        };
    }
    match text.text.rfind(char::is_whitespace) {
        Some(space) => Target::Typed {
            ty: trimmed(text, 0..space),
            name: trimmed(text, space..text.text.len()),
        },
        None => Target::Name(text.clone()),
    }
}

/// The part `range` of a word's text without white space at its ends.
fn trimmed(word: &Word, range: Range<usize>) -> Word {
    let text = &word.text[range.clone()];
    let start = word.range.start + range.start + (text.len() - text.trim_start().len());
    Word {
        text: text.trim().to_owned(),
        range: start..start + text.trim().len(),
    }
}

fn arguments(cursor: &mut Cursor<'_>) -> Result<Vec<Argument>, Diagnostic> {
    let mut arguments = Vec::new();
    while !cursor.at_end() {
        arguments.push(argument(cursor)?);
        if !cursor.at_end() {
            cursor.expect(",")?;
        }
    }
    Ok(arguments)
}

fn argument(cursor: &mut Cursor<'_>) -> Result<Argument, Diagnostic> {
    if cursor.accept("*") {
        return Ok(Argument::Any);
    }

    let Some(first) = cursor.ty() else {
        return Err(cursor.expected("`*` or a variable"));
    };
    if cursor.accept("*") {
        return Ok(Argument::Type(first));
    }

    match cursor.peek_word() {
        Some(_) => Ok(Argument::Variable(Typed {
            ty: Some(first),
            name: cursor.word("a variable")?,
        })),
        None => Ok(Argument::Variable(Typed {
            ty: None,
            name: first,
        })),
    }
}

fn upon(cursor: &mut Cursor<'_>, end: &mut usize) -> Result<Upon, Diagnostic> {
    if let Some(word) = cursor.accept_word("uponHandling") {
        *end = word.range.end;
        return handling(cursor, end);
    }

    let returning = cursor.accept_word("uponReturning");
    let Some(word) = returning
        .clone()
        .or_else(|| cursor.accept_word("uponThrowing"))
    else {
        return Ok(Upon::Entry);
    };
    *end = word.range.end;
    let mut binding = None;

    if cursor.rest().starts_with('(') {
        let block = cursor.block("(")?;
        *end = block.end + 1;
        let mut inner = cursor.within(block.clone());
        if returning.is_none() && !inner.at_end() {
            let message =
                "LARVA stops at `uponThrowing` with anything in its parentheses".to_owned();
            let here = "what is thrown is bound here, as documented";
            cursor.larva.stops(block, "lrv-throwing", message, here)?;
        }
        if !inner.at_end() && !inner.accept("*") {
            binding = Some(typed(&mut inner)?);
        }
        if !inner.at_end() {
            return Err(inner.expected("`)`"));
        }
    }

    Ok(if returning.is_some() {
        Upon::Returning(binding)
    } else {
        Upon::Throwing(binding)
    })
}

/// Reads the text behind `uponHandling`: nothing, or `()`.
fn handling(cursor: &mut Cursor<'_>, end: &mut usize) -> Result<Upon, Diagnostic> {
    if cursor.rest().starts_with('(') {
        let block = cursor.block("(")?;
        *end = block.end + 1;
        let mut inner = cursor.within(block.clone());
        if !inner.accept("*") && !inner.at_end() {
            let instead =
                "leave it out: `uponHandling()`; what LARVA makes of it does not compile either";
            return Err(cursor.unsupported(block, "the exception of `uponHandling`", instead));
        }
    }
    Ok(Upon::Handling)
}
