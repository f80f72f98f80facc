//! Events.

use std::collections::BTreeSet;

use super::cursor::Cursor;
use super::pointcut::pointcut;
use super::types::{parameter, parameters, type_name};
use crate::mop::syntax::tree::{Event, EventModifier, Exit, Name, Phase};
use text::{Diagnostic, nearest};

const FORM: &str = "an event is written `event name before(..) : pointcut { .. }`";
const PHASES: [&str; 3] = ["before", "after", "around"];

/// `[modifiers] event name phase : pointcut { body }`. Words and `event` are known to be next.
pub(super) fn event(cursor: &mut Cursor<'_>) -> Result<Event, Diagnostic> {
    let start = cursor.here();
    let modifiers = modifiers(cursor)?;
    let name = cursor
        .name("the name of an event")
        .map_err(|error| error.with_help(FORM))?;
    let phase = phase(cursor)?;
    rest(cursor, modifiers, name, phase, start)
}

/// `phase name(..) : pointcut { body }`: an advice with a name, as Clara has them.
pub(crate) fn advice(cursor: &mut Cursor<'_>) -> Result<Event, Diagnostic> {
    let start = cursor.here();
    let phase = phase(cursor)?;
    let name = cursor.name("the name of the advice")?;
    rest(cursor, BTreeSet::new(), name, phase, start)
}

/// `(..) [returning ..] [throwing ..] : pointcut { body }`.
fn rest(
    cursor: &mut Cursor<'_>,
    modifiers: BTreeSet<EventModifier>,
    name: Name,
    phase: Phase,
    start: usize,
) -> Result<Event, Diagnostic> {
    let parameters = parameters(cursor)?;
    let phase = exits(cursor, phase)?;
    cursor.expect(":")?;
    let pointcut = pointcut(cursor)?;

    if !cursor.next_is("{") {
        return Err(cursor.expected("`&&`, `||` or the event's body `{ .. }`"));
    }

    let body = cursor.block("{")?;
    let body = cursor.java(body);
    Ok(Event {
        modifiers,
        name,
        phase,
        parameters,
        pointcut,
        body,
        place: cursor.place_from(start),
    })
}

/// The words up to `event`, and `event`.
fn modifiers(cursor: &mut Cursor<'_>) -> Result<BTreeSet<EventModifier>, Diagnostic> {
    let mut modifiers = BTreeSet::new();
    while cursor.accept_word("event").is_none() {
        let word = cursor
            .peek_name()
            .ok_or_else(|| cursor.expected("`event`"))?;
        let known = EventModifier::ALL.map(EventModifier::word);
        match EventModifier::ALL
            .into_iter()
            .find(|modifier| modifier.word() == word.text)
        {
            Some(modifier) => modifiers.insert(modifier),
            None if word.text == "abstract" => {
                return Err(cursor.unsupported(word.place, "an abstract event is"));
            }
            None => return Err(cursor.expected_word("`event` or a modifier of events", &known)),
        };
        cursor.take(&word);
    }

    Ok(modifiers)
}

/// `before`, `after` or `type around`.
fn phase(cursor: &mut Cursor<'_>) -> Result<Phase, Diagnostic> {
    Ok(match cursor.peek_word() {
        Some(word) if word.text == "before" => accepted(cursor, &word, Phase::Before),
        Some(word) if word.text == "after" => accepted(
            cursor,
            &word,
            Phase::After {
                returning: None,
                throwing: None,
            },
        ),
        Some(word) => around(cursor, &word)?,
        None => return Err(no_phase(cursor)),
    })
}

fn accepted(cursor: &mut Cursor<'_>, word: &Name, phase: Phase) -> Phase {
    cursor.take(word);
    phase
}

/// `type around`. `first` is next, and could be a phase that is misspelt.
fn around(cursor: &mut Cursor<'_>, first: &Name) -> Result<Phase, Diagnostic> {
    let mut ahead = cursor.clone();
    ahead.take(first);
    if ahead.next_is("(") {
        return Err(no_phase(cursor));
    }
    let ty = type_name(cursor)?;
    match cursor.accept_word("around") {
        Some(_) => Ok(Phase::Around(ty)),
        None => Err(cursor.expected_word("`around` after a result type", &["around"])),
    }
}

fn no_phase(cursor: &mut Cursor<'_>) -> Diagnostic {
    let word = cursor.peek_word();
    let error = cursor.expected("`before`, `after`, or a type and `around`");
    match word.as_ref().and_then(|word| nearest(&word.text, PHASES)) {
        Some("around") => {
            error.with_help("the type of the result stands before `around`: `void around(..)`")
        }
        Some(near) => error.with_help(format!("did you mean `{near}`?")),
        None => error.with_help(FORM),
    }
}

/// `[returning[([type name])]] [throwing[([type name])]]` after `after(..)`, up to the `:`.
fn exits(cursor: &mut Cursor<'_>, mut phase: Phase) -> Result<Phase, Diagnostic> {
    if let Phase::After {
        returning,
        throwing,
    } = &mut phase
    {
        *returning = exit(cursor, "returning")?;
        *throwing = exit(cursor, "throwing")?;
        if !cursor.next_is(":") {
            return Err(no_colon(cursor, returning.is_some(), throwing.is_some()));
        }
    } else if matches!(cursor.peek_word(), Some(word) if ["returning", "throwing"].contains(&word.text.as_str()))
    {
        return Err(cursor
            .expected("`:`")
            .with_help("`returning` and `throwing` go with `after`"));
    }

    Ok(phase)
}

/// The error that `after(..)` is not followed by `:` or what can stand before it.
fn no_colon(cursor: &mut Cursor<'_>, returning: bool, throwing: bool) -> Diagnostic {
    match (returning, throwing) {
        (false, false) => {
            cursor.expected_word("`:`, `returning` or `throwing`", &["returning", "throwing"])
        }
        (true, false) => cursor.expected_word("`:` or `throwing`", &["throwing"]),
        (_, true)
            if cursor
                .peek_word()
                .is_some_and(|word| word.text == "returning") =>
        {
            cursor
                .expected("`:`")
                .with_help("`returning` stands before `throwing`")
        }
        (_, true) => cursor.expected("`:`"),
    }
}

fn exit(cursor: &mut Cursor<'_>, word: &str) -> Result<Option<Exit>, Diagnostic> {
    let Some(word) = cursor.accept_word(word) else {
        return Ok(None);
    };
    let mut value = None;
    if cursor.accept("(") && !cursor.accept(")") {
        value = Some(parameter(cursor)?);
        cursor.expect(")")?;
    }
    Ok(Some(Exit {
        value,
        place: cursor.place_from(word.place.start),
    }))
}
