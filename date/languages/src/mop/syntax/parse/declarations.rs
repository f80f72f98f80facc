//! The Java members and the pointcuts at the start of a specification, and where they end.

use super::cursor::Cursor;
use super::pointcut::{MODIFIERS, named_pointcut};
use crate::mop::syntax::tree::{JavaText, Name, NamedPointcut};
use text::{Diagnostic, nearest};

/// Moves to the first event, or to the modifiers before it; gives what is before: Java, and the
/// pointcuts in it.
pub(super) fn declarations(
    cursor: &mut Cursor<'_>,
) -> Result<(JavaText, Vec<NamedPointcut>), Diagnostic> {
    let from = cursor.clone();
    // The identifiers just before: modifiers, if an event follows.
    let mut words: Vec<Name> = Vec::new();
    let mut pointcuts = Vec::new();

    loop {
        let Some(word) = cursor.peek_word() else {
            if cursor.at_end() {
                return Err(no_event(cursor));
            }
            words.clear();
            cursor.skip()?;
            continue;
        };
        if is_event(cursor, &word) {
            let end = words.first().unwrap_or(&word).place.start;
            let start = from.position();
            *cursor = from;
            cursor.move_to(end);
            let places = pointcuts
                .iter()
                .map(|pointcut: &NamedPointcut| pointcut.place);
            return Ok((cursor.java_without((start..end).into(), places), pointcuts));
        }
        if is_pointcut(cursor, &word) {
            let is_modifier = |word: &&Name| MODIFIERS.contains(&word.text.as_str());
            let first = words
                .iter()
                .rev()
                .take_while(is_modifier)
                .last()
                .unwrap_or(&word);
            let mut declared = from.clone();
            declared.move_to(first.place.start);
            pointcuts.push(named_pointcut(&mut declared)?);
            *cursor = declared;
            words.clear();
            continue;
        }
        refuse(cursor, &word)?;
        cursor.take(&word);
        words.push(word);
    }
}

fn no_event(cursor: &mut Cursor<'_>) -> Diagnostic {
    cursor
        .expected("an event")
        .with_help("a specification has one or more `event name before(..) : pointcut { .. }`")
}

/// Returns whether `event` and a name are next, and not a variable of a class `event`.
fn is_event(cursor: &Cursor<'_>, word: &Name) -> bool {
    let mut ahead = cursor.clone();
    ahead.take(word);
    let named = word.text == "event" && accept_name(&mut ahead);
    named && ![";", "=", ",", ")"].iter().any(|mark| ahead.next_is(mark))
}

/// Returns whether `pointcut`, a name and what follows one are next, and not a variable of a class
/// `pointcut`.
fn is_pointcut(cursor: &Cursor<'_>, word: &Name) -> bool {
    let mut ahead = cursor.clone();
    ahead.take(word);
    word.text == "pointcut"
        && accept_name(&mut ahead)
        && ["(", ":"].iter().any(|mark| ahead.next_is(mark))
}

/// Finds what is written like an event but is none.
fn refuse(cursor: &mut Cursor<'_>, word: &Name) -> Result<(), Diagnostic> {
    let mut ahead = cursor.clone();
    ahead.take(word);
    if !accept_name(&mut ahead) {
        return Ok(());
    }
    let phased = ["before", "after"]
        .iter()
        .any(|phase| ahead.accept_word(phase).is_some())
        && ahead.next_is("(");
    if phased && nearest(&word.text, ["event"]).is_some() {
        return Err(cursor.expected_word("an event", &["event"]));
    }
    Ok(())
}

fn accept_name(cursor: &mut Cursor<'_>) -> bool {
    let name = cursor.peek_name();
    name.iter().for_each(|name| cursor.take(name));
    name.is_some()
}
