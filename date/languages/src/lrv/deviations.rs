//! LARVA's deviations with names and with instances.

use std::collections::BTreeSet;

use super::cursor::Cursor;
use crate::draft::{DraftContext, DraftProperty, Word};
use date::model::StateKind;
use text::Diagnostic;

/// Returns whether a context declares a variable, clock or channel of this name.
pub(super) fn is_declared(name: &Word, context: &DraftContext) -> bool {
    let variables = context.variables.iter().map(|variable| &variable.name);
    variables
        .chain(&context.clocks)
        .chain(&context.channels)
        .any(|other| other.text == name.text)
}

/// Qualified types are read by LARVA in few places only.
///
/// # Errors
/// LARVA is followed.
pub(super) fn refuse_qualified(cursor: &Cursor<'_>, ty: &Word) -> Result<(), Diagnostic> {
    if ty.text.contains('.') {
        cursor.larva.only_here(
            ty.range.clone(),
            "lrv-qualified-type",
            &format!(
                "LARVA does not read the qualified type `{}` here: import it",
                ty.text
            ),
        )
    } else {
        Ok(())
    }
}

/// Tells of the events of the context at `position` that a context around it has as well: in
/// transitions LARVA takes the outer one. If LARVA is followed, the inner one gets a name that
/// nothing else has.
pub(super) fn hide_events(cursor: &Cursor<'_>, position: usize, contexts: &mut [DraftContext]) {
    let outer: BTreeSet<String> = around(position, contexts)
        .skip(1)
        .flat_map(|context| context.events.iter().map(|event| event.name.text.clone()))
        .collect();
    let mut hidden = BTreeSet::new();

    for event in contexts[position]
        .events
        .iter()
        .filter(|event| outer.contains(&event.name.text))
    {
        let message = format!(
            "a context around this one has an event `{}`, too",
            event.name.text
        );
        let does = "takes the outer one in transitions";
        if cursor.larva.differs(
            event.name.range.clone(),
            "lrv-hidden-event",
            message,
            does,
            "the inner one is meant here",
        ) {
            hidden.insert(event.name.text.clone());
        }
    }

    for event in &mut contexts[position].events {
        let words = std::iter::once(&mut event.name).chain(&mut event.members);
        words
            .filter(|word| hidden.contains(&word.text))
            .for_each(|word| word.text += "$hidden");
    }
}

/// A context and those around it.
fn around(position: usize, contexts: &[DraftContext]) -> impl Iterator<Item = &DraftContext> {
    std::iter::successors(Some(position), |&at| contexts[at].parent).map(|at| &contexts[at])
}

/// Tells of what LARVA does otherwise with the instances of the context at `position`, which has
/// been read. None of it can be followed.
pub(super) fn warn_of_instances(cursor: &Cursor<'_>, position: usize, contexts: &[DraftContext]) {
    let context = &contexts[position];
    if context.parent.is_some() && context.properties.len() > 1 {
        context
            .properties
            .iter()
            .for_each(|property| warn_of_release(cursor, property));
    }
    // The global context, this one, and two between them.
    if around(position, contexts).count() > 3 {
        cursor.larva.differs_for_good(
            context.range.clone(),
            "lrv-descendants",
            "a FOREACH in a FOREACH in a FOREACH".to_owned(),
            "gives its instances the events of all instances with the same keys of the context directly around it",
            "only those that lie in the instance get them",
        );
    }

    let others = contexts
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != position)
        .flat_map(|(_, other)| &other.clocks);
    let others: BTreeSet<&str> = others.map(|clock| clock.text.as_str()).collect();

    for clock in context
        .clocks
        .iter()
        .filter(|clock| others.contains(clock.text.as_str()))
    {
        cursor.larva.differs_for_good(
            clock.range.clone(),
            "lrv-clock-name",
            format!("another context has a clock `{}`, too", clock.text),
            "distinguishes clocks by their names alone",
            "each is a clock of its own; give it another name",
        );
    }
}

/// An accepting state that is left: LARVA counts how often properties have come to accept, not how
/// many do.
fn warn_of_release(cursor: &Cursor<'_>, property: &DraftProperty) {
    let accepting = property
        .states
        .iter()
        .filter(|state| state.kind == StateKind::Accepting);
    let accepting: BTreeSet<&str> = accepting.map(|state| state.name.text.as_str()).collect();

    if let Some(left) = property
        .transitions
        .iter()
        .find(|transition| accepting.contains(transition.from.text.as_str()))
    {
        cursor.larva.differs_for_good(
            left.from.range.clone(),
            "lrv-release",
            format!("the accepting state `{}` is left", left.from.text),
            "releases an instance once its properties have accepted as often as there are of them",
            "it is released when all of them accept at once",
        );
    }
}
