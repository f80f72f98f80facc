//! PROPERTY blocks.

use std::ops::Range;

use super::cursor::Cursor;
use super::emission::{entry_code, is_blank, transition_code};
use super::invariants::{Invariant, Switch, switch, switched};
use super::sections::{OutOfLine, Section, Sections, once};
use super::written::is_reserved;
use crate::draft::{DraftProperty, DraftState, DraftTransition, Word};
use date::model::{Explanation, Observability, Severity, StateKind};
use text::Diagnostic;

const PROPERTY: [Section; 2] = [once("STATES"), once("TRANSITIONS")];
/// In this order states are kept, wherever they are written.
const GROUPS: [Section; 4] = [
    once("ACCEPTING"),
    once("BAD"),
    once("NORMAL"),
    once("STARTING"),
];

/// Reads what stands between the braces of `PROPERTY name`. Its transitions may switch
/// `invariants`.
pub(super) fn property(
    cursor: &mut Cursor<'_>,
    name: Word,
    invariants: &[Invariant],
) -> Result<DraftProperty, Diagnostic> {
    let mut sections = Sections::new(&PROPERTY, OutOfLine::Stops);
    let (mut state_list, mut transition_list) = (Vec::new(), None);
    while let Some((section, word)) = sections.next(cursor)? {
        let block = cursor.block("{")?;
        if section == "STATES" {
            state_list.extend(states(&mut cursor.within(block))?);
        } else if transition_list.replace(block).is_some() {
            return Err(cursor.error(word.range, "there is a second `TRANSITIONS`".to_owned()));
        }
    }

    if !cursor.at_end() || transition_list.is_none() {
        let what = if transition_list.is_none() {
            "`STATES` and `TRANSITIONS`"
        } else {
            "the end of the property"
        };
        return Err(cursor.expected(what));
    }

    let mut inner = cursor.within(transition_list.unwrap_or_default());
    Ok(DraftProperty {
        name,
        releases: state_list
            .iter()
            .any(|state| state.kind == StateKind::Accepting),
        transitions: transitions(&mut inner, &state_list, invariants)?,
        states: state_list,
        alphabet: Vec::new(),
        observable: Observability::All,
        severity: Severity::default(),
        explanation: Explanation::default(),
    })
}

/// The states of all groups.
fn states(cursor: &mut Cursor<'_>) -> Result<Vec<DraftState>, Diagnostic> {
    let mut sections = Sections::new(&GROUPS, OutOfLine::Stops);
    let mut groups: Vec<(usize, DraftState)> = Vec::new();
    while let Some((section, _)) = sections.next(cursor)? {
        let (kind, initial) = match section {
            "ACCEPTING" => (StateKind::Accepting, false),
            "BAD" => (StateKind::Bad, false),
            "NORMAL" => (StateKind::Normal, false),
            _ => (StateKind::Normal, true),
        };
        let rank = GROUPS
            .iter()
            .position(|group| group.name == section)
            .unwrap_or_default();
        let block = cursor.block("{")?;
        let mut states = Vec::new();
        group(&mut cursor.within(block), kind, initial, &mut states)?;
        groups.extend(states.into_iter().map(|state| (rank, state)));
    }

    if !cursor.at_end() {
        let help = format!(
            "the groups are {}, each of them optional but STARTING",
            sections.names()
        );
        return Err(cursor
            .expected("a group or the end of the states")
            .with_help(help));
    }

    groups.sort_by_key(|(rank, _)| *rank);
    Ok(groups.into_iter().map(|(_, state)| state).collect())
}

/// States of one group, each with entry code perhaps; commas and semicolons between them mean
/// nothing.
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
        let entry = if cursor.rest().starts_with('{') {
            let block = cursor.block("{")?;
            Some(entry_code(cursor, block)?).filter(|code| !code.text().is_empty())
        } else {
            None
        };
        states.push(DraftState {
            name,
            kind,
            initial,
            entry,
        });
    }
}

fn transitions(
    cursor: &mut Cursor<'_>,
    states: &[DraftState],
    invariants: &[Invariant],
) -> Result<Vec<DraftTransition>, Diagnostic> {
    let mut transitions = Vec::new();
    while !cursor.at_end() {
        transitions.push(transition(cursor, states, invariants)?);
    }
    if cursor.larva.follow_tool() {
        transitions.retain(|transition| !is_reserved(&transition.event.text));
    }
    Ok(transitions)
}

/// `source -> target [event \ condition \ action]`, and `[enable ..]` or `[disable ..]` of
/// invariants.
fn transition(
    cursor: &mut Cursor<'_>,
    states: &[DraftState],
    invariants: &[Invariant],
) -> Result<DraftTransition, Diagnostic> {
    let from = cursor.word("the name of a state")?;
    cursor.expect("->")?;
    let to = cursor.word("the name of a state")?;
    let block = cursor.block("[")?;
    let mut range = from.range.start..block.end + 1;
    let (event, condition, action) = label(&mut cursor.within(block))?;
    let java = |range: Option<Range<usize>>| {
        let code = range
            .map(|range| transition_code(cursor, range))
            .transpose()?;
        Ok(code.filter(|code| !is_blank(code.text())))
    };

    let (condition, mut action) = (java(condition)?, java(action)?);
    while cursor.rest().starts_with('[') {
        let block = cursor.block("[")?;
        range.end = block.end + 1;
        let (switch, invariant) = switch(&mut cursor.within(block.clone()), invariants)?;
        let target = states.iter().find(|state| state.name.text == to.text);
        if switch == Switch::Enable && target.is_some_and(|state| state.entry.is_some()) {
            let construct = format!(
                "enabling an invariant on the way into `{}`, which has entry code,",
                to.text
            );
            let instead = "LARVA takes the value after the entry code: do in actions what the entry code does";
            return Err(cursor.unsupported(block, &construct, instead));
        }
        action = Some(switched(action, switch, invariant));
    }

    Ok(DraftTransition {
        from,
        to,
        event,
        condition,
        action,
        range,
    })
}

type Label = (Word, Option<Range<usize>>, Option<Range<usize>>);

/// `event [anything] [\ condition [\ action]]`; what stands between the event and the first
/// backslash means nothing.
fn label(cursor: &mut Cursor<'_>) -> Result<Label, Diagnostic> {
    let event = cursor.word("an event")?;
    cursor.until(&['\\']);
    let mut parts = [None, None];
    for part in &mut parts {
        if cursor.accept("\\") {
            *part = Some(cursor.java_until(&['\\']));
        }
    }
    let [condition, action] = parts;
    if cursor.at_end() {
        Ok((event, condition, action))
    } else {
        Err(cursor.expected("`]` after the action"))
    }
}
