//! Specifications.

use std::collections::BTreeSet;

use super::cursor::Cursor;
use super::declarations::declarations;
use super::event::event;
use super::pointcut::named_pointcut;
use super::property::property;
use super::types::parameters;
use crate::mop::syntax::tree::{JavaText, Modifier, Name, Spec};
use text::{Diagnostic, nearest};

/// `modifiers name [(parameters)] { declarations events properties [raw] }`. `words` are the
/// modifiers and the name; the cursor is after them.
pub(super) fn spec(cursor: &mut Cursor<'_>, mut words: Vec<Name>) -> Result<Spec, Diagnostic> {
    let start = words
        .first()
        .map_or_else(|| cursor.here(), |word| word.place.start);
    let name = words
        .pop()
        .ok_or_else(|| cursor.expected("a specification"))?;

    if let Some(class) = words
        .iter()
        .find(|word| ["class", "interface", "enum"].contains(&word.text.as_str()))
    {
        return Err(cursor.unsupported(class.place, "a Java type beside the specifications is"));
    }
    let parameters = if cursor.next_is("(") {
        parameters(cursor)?
    } else {
        Vec::new()
    };

    for (word, construct) in [
        ("within", "`within` of a specification is"),
        ("includes", "`includes` is"),
    ] {
        if let Some(word) = cursor.accept_word(word) {
            return Err(cursor.unsupported(word.place, construct));
        }
    }

    let content = cursor.block("{")?;
    let mut inner = cursor.within(content);
    let (declarations, pointcuts) = declarations(&mut inner)?;
    let mut spec = Spec {
        modifiers: BTreeSet::new(),
        unknown_modifiers: Vec::new(),
        name,
        parameters,
        declarations,
        pointcuts,
        events: vec![event(&mut inner)?],
        properties: Vec::new(),
        raw: None,
        place: cursor.place_from(start),
    };
    words
        .into_iter()
        .for_each(|word| add_modifier(&mut spec, word));

    while !inner.at_end() {
        item(&mut inner, &mut spec)?;
    }

    Ok(spec)
}

fn add_modifier(spec: &mut Spec, word: Name) {
    match Modifier::ALL
        .into_iter()
        .find(|modifier| modifier.word() == word.text)
    {
        Some(modifier) => {
            spec.modifiers.insert(modifier);
        }
        None => spec.unknown_modifiers.push(word),
    }
}

/// Parses an item after the first event.
fn item(cursor: &mut Cursor<'_>, spec: &mut Spec) -> Result<(), Diagnostic> {
    let mut ahead = cursor.clone();
    let words = ahead.names();
    let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let colon = ahead.next_is(":");
    match words.as_slice() {
        words if words.contains(&"event") && spec.properties.is_empty() => {
            spec.events.push(event(cursor)?)
        }
        words if words.contains(&"event") => {
            let error = cursor.expected("a property or `}`");
            return Err(error.with_help("events stand before the properties"));
        }
        [.., "pointcut"] | [.., "pointcut", _] if colon || ahead.next_is("(") => {
            spec.pointcuts.push(named_pointcut(cursor)?);
        }
        ["raw"] if colon => spec.raw = Some(raw(cursor)?),
        [_] | [_, _] if colon => spec.properties.push(property(cursor)?),
        words => return Err(no_item(cursor, words)),
    }

    Ok(())
}

/// `raw : text`, up to the end.
fn raw(cursor: &mut Cursor<'_>) -> Result<JavaText, Diagnostic> {
    cursor.accept_word("raw");
    cursor.expect(":")?;
    Ok(cursor.remainder())
}

fn no_item(cursor: &mut Cursor<'_>, words: &[&str]) -> Diagnostic {
    let error = cursor.expected("an event, a property or `}`");
    match words.iter().find_map(|word| nearest(word, ["event"])) {
        Some(near) => error.with_help(format!("did you mean `{near}`?")),
        None => {
            let property = "a property is written `logic : formula @category { .. }`";
            error.with_help(format!(
                "{property}; Java members stand before the first event"
            ))
        }
    }
}
