//! PROPERTY blocks.

use std::ops::Range;

use super::cursor::Cursor;
use crate::diagnostic::Diagnostic;
use crate::formats::draft::{DraftProperty, DraftState, DraftTransition, Word};
use crate::model::{Observability, StateKind};

/// Reads what stands between the braces of `PROPERTY name`.
pub(super) fn property(cursor: &mut Cursor<'_>, name: Word) -> Result<DraftProperty, Diagnostic> {
    section(cursor, "STATES")?;
    let block = cursor.block("{")?;
    let states = states(&mut cursor.within(block))?;
    section(cursor, "TRANSITIONS")?;
    let block = cursor.block("{")?;
    let transitions = transitions(&mut cursor.within(block))?;
    if !cursor.at_end() {
        return Err(cursor.expected("the end of the property"));
    }
    Ok(DraftProperty {
        name,
        releases: states.iter().any(|state| state.kind == StateKind::Accepting),
        states,
        transitions,
        alphabet: Vec::new(),
        observable: Observability::All,
    })
}

fn section(cursor: &mut Cursor<'_>, name: &str) -> Result<(), Diagnostic> {
    match cursor.accept_section(name) {
        Some(_) => Ok(()),
        None => Err(cursor.expected(&format!("`{name}`"))),
    }
}

/// The groups ACCEPTING, BAD, NORMAL, STARTING, each at most once and in this order.
fn states(cursor: &mut Cursor<'_>) -> Result<Vec<DraftState>, Diagnostic> {
    let groups = [
        ("ACCEPTING", StateKind::Accepting, false),
        ("BAD", StateKind::Bad, false),
        ("NORMAL", StateKind::Normal, false),
        ("STARTING", StateKind::Normal, true),
    ];
    let mut states = Vec::new();
    for (name, kind, initial) in groups {
        if cursor.accept_section(name).is_some() {
            let block = cursor.block("{")?;
            group(&mut cursor.within(block), kind, initial, &mut states)?;
        }
    }
    match cursor.at_end() {
        true => Ok(states),
        false => {
            let help = "the order is ACCEPTING, BAD, NORMAL, STARTING, each of them optional but STARTING";
            Err(cursor.expected("the end of the states").with_help(help))
        }
    }
}

/// States of one group, each with entry code perhaps; commas and semicolons between them mean nothing.
fn group(
    cursor: &mut Cursor<'_>,
    kind: StateKind,
    initial: bool,
    states: &mut Vec<DraftState>,
) -> Result<(), Diagnostic> {
    loop {
        while cursor.accept(",") || cursor.accept(";") {}
        if cursor.at_end() {
            return Ok(());
        }
        let name = cursor.word("the name of a state")?;
        let entry = match cursor.rest().starts_with('{') {
            true => Some(cursor.block("{")?).map(|block| cursor.java(block)).filter(|code| !code.text().is_empty()),
            false => None,
        };
        states.push(DraftState { name, kind, initial, entry });
    }
}

fn transitions(cursor: &mut Cursor<'_>) -> Result<Vec<DraftTransition>, Diagnostic> {
    let mut transitions = Vec::new();
    while !cursor.at_end() {
        transitions.push(transition(cursor)?);
    }
    Ok(transitions)
}

/// `source -> target [event \ condition \ action]`.
fn transition(cursor: &mut Cursor<'_>) -> Result<DraftTransition, Diagnostic> {
    let from = cursor.word("the name of a state")?;
    cursor.expect("->")?;
    let to = cursor.word("the name of a state")?;
    let block = cursor.block("[")?;
    let range = from.range.start..block.end + 1;
    let (event, condition, action) = label(&mut cursor.within(block))?;
    if cursor.rest().starts_with('[') {
        let at = cursor.here();
        return Err(cursor.unsupported(at..at + 1, "`[enable ..]` and `[disable ..]` of invariants"));
    }
    let java = |range: Option<Range<usize>>| range.map(|r| cursor.java(r)).filter(|code| !code.text().is_empty());
    Ok(DraftTransition { from, to, event, condition: java(condition), action: java(action), range })
}

type Label = (Word, Option<Range<usize>>, Option<Range<usize>>);

/// `event [anything] [\ condition [\ action]]`; what stands between the event and the first backslash means nothing.
fn label(cursor: &mut Cursor<'_>) -> Result<Label, Diagnostic> {
    let event = cursor.word("an event")?;
    cursor.until(&['\\']);
    let mut parts = [None, None];
    for part in &mut parts {
        if cursor.accept("\\") {
            *part = Some(cursor.until(&['\\']));
        }
    }
    let [condition, action] = parts;
    match cursor.at_end() {
        true => Ok((event, condition, action)),
        false => Err(cursor.expected("`]` after the action")),
    }
}
