//! Transitions that lead a monitor nowhere.

use super::continuations::is_plain;
use crate::algebra::{StaticDate, SubDate, TransitionSet};
use crate::graph::Letter;
use crate::ids::{EventId, TransitionId};

/// The transitions of `sub` from a state to itself that the monitor does as well without: they do
/// nothing, and take the place of no other transition.
///
/// A transition that is taken keeps those declared after it from being tried. So a loop stays where
/// the same state has a later transition on an event that one of the `letters` raises together with
/// its own. It stays, too, where an instance may be released, which then begins anew. O(transitions^2
/// * letters).
pub(super) fn idle_loops<'l>(
    date: &StaticDate,
    sub: &SubDate,
    letters: impl Iterator<Item = &'l Letter> + Clone,
) -> TransitionSet {
    let mut found = TransitionSet::empty(date.transitions.len());
    let remaining: Vec<TransitionId> = sub.transition_ids().collect();
    let come_together = |one: EventId, other: EventId| {
        let mut letters = letters.clone();
        one == other || letters.any(|letter| letter.contains(one) && letter.contains(other))
    };
    // From the last one on: a later one that goes is never tried.
    for (number, &id) in remaining.iter().enumerate().rev() {
        let transition = &date.transitions[id];
        let is_still = transition.from == transition.to
            && is_plain(transition)
            && !date.releasing[transition.to.index()];
        let mut later = remaining[number + 1..].iter().filter(|id| {
            let other = &date.transitions[**id];
            other.from == transition.from && come_together(transition.event, other.event)
        });
        if is_still && later.all(|id| found[id.index()]) {
            found.insert(id.index());
        }
    }
    found
}
