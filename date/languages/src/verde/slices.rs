//! Slices: where Verde's way to make them is that of a property.
//!
//! Verde makes an instance at the first event that binds it and takes a transition, from the
//! instance that binds nothing, and never joins instances. Where each event binds all slice
//! parameters, the instance that binds nothing never moves, so each instance begins in `init`, and
//! one that was made too early has not left it. Where some events bind none, all instances hear
//! them, and one that was made too early does as the one that binds nothing does: nobody sees that
//! as long as the latter shows nothing.

use std::collections::BTreeSet;

use super::events::{Events, Heard};
use super::parse::{Outcome, State, Transition, Written};
use crate::draft::{DraftCreation, DraftParameter};
use date::model::Identity;
use text::{Diagnostic, Source};

/// The parameters of the context, and how its instances come to be.
///
/// # Errors
/// A parameter whose type is not known; events that bind some parameters only; states in which it
/// matters when an instance is made.
pub(super) fn slices(
    written: &Written<'_>,
    events: &Events<'_>,
    source: &Source<'_>,
) -> Result<(Vec<DraftParameter>, DraftCreation), Diagnostic> {
    let all = written.slices.len();
    let is_partial = |heard: &&Heard<'_>| !matches!(events.binds(heard), n if n == 0 || n == all);
    if let Some(heard) = events.all.iter().find(is_partial) {
        let message = format!(
            "this event binds {} of {all} slice parameters",
            events.binds(heard)
        );
        let help =
            "let each event bind all or none of them; YAML has `creation: slicing` for all else";
        return Err(source
            .error(heard.word().range, "verde-unsupported", message)
            .with_help(help));
    }

    let mut parameters = Vec::new();
    for slice in &written.slices {
        let ty = slice
            .ty
            .clone()
            .or_else(|| events.type_of_slice(&slice.name.text));
        let Some(ty) = ty else {
            let message = format!(
                "the type of the slice parameter `{}` is not known",
                slice.name.text
            );
            let help = format!("write `slice on {} : Type`", slice.name.text);
            return Err(source
                .error(slice.name.range.clone(), "verde-event", message)
                .with_help(help));
        };
        parameters.push(DraftParameter {
            name: slice.name.clone(),
            ty,
            identity: Identity::Identity,
        });
    }

    if all == 0 || events.all.iter().all(|heard| events.binds(heard) == all) {
        return Ok((parameters, DraftCreation::AnyEvent));
    }

    match shown_unbound(written, events) {
        None => Ok((parameters, DraftCreation::Slicing)),
        Some(transition) => {
            let message = "what this shows depends on which slices there are already";
            let help = "let events that bind no slice parameter lead to no action and no non-accepting state before one that binds has come";
            Err(source
                .error(transition.range.clone(), "verde-unsupported", message)
                .with_help(help))
        }
    }
}

/// A transition that the instance which binds nothing may take, and by which it shows something.
fn shown_unbound<'w>(written: &'w Written<'_>, events: &Events<'_>) -> Option<&'w Transition<'w>> {
    let state = |name: &str| written.states.iter().find(|state| state.name.text == name);
    let outcomes = |transition: &'w Transition<'w>| {
        [Some(&transition.success), transition.failure.as_ref()]
            .into_iter()
            .flatten()
    };
    let shows = |outcome: &Outcome<'_>| {
        let reached = state(&outcome.to.text);
        outcome.action.is_some()
            || reached.is_some_and(|state| state.is_bad || state.action.is_some())
    };

    let mut open: Vec<&State<'_>> = state("init").into_iter().collect();
    let mut seen: BTreeSet<&str> = open.iter().map(|state| state.name.text.as_str()).collect();
    while let Some(from) = open.pop() {
        let unbound = from
            .transitions
            .iter()
            .filter(|transition| events.binds(events.heard(&transition.event)) == 0);
        for transition in unbound {
            if outcomes(transition).any(shows) {
                return Some(transition);
            }
            let reached = outcomes(transition).filter_map(|outcome| state(&outcome.to.text));
            open.extend(reached.filter(|state| seen.insert(&state.name.text)));
        }
    }

    None
}
