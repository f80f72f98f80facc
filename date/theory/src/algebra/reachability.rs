//! Which states matter (paper, definition 3.5).
//!
//! Reachability is over single events, not letters: an over-approximation of what any letter can
//! do, and therefore the side on which these predicates may err.

use super::sub_date::{StateSet, SubDate};
use super::{StaticDate, StaticTransition};
use crate::ids::StateId;

/// Every state that may be reached from the initial one and from which an observable transition may
/// be reached, and the bad states among the reachable ones. O(states * transitions).
pub fn bad_after(date: &StaticDate, sub: &SubDate) -> StateSet {
    let reachable = reachable(date, sub);
    let mut leading = date.bad.clone();
    for transition in usable(date, sub).filter(|t| t.observable) {
        leading.insert(transition.from.index());
    }
    // Backwards over the edges first. States that no run reaches go at the end.
    close(&mut leading, || {
        edges(date, sub).map(|(from, to)| (to, from))
    });
    leading & &reachable
}

/// Every state that is not `bad_after` and that some `bad_after` state may step to in one move: the
/// first state of a region where nothing can happen any more. Transitions into it must stay, or the
/// monitor would stay behind where a later event could be judged bad.
pub fn good_entry_point(date: &StaticDate, sub: &SubDate) -> StateSet {
    let bad_after = bad_after(date, sub);
    let mut entered = StateSet::empty(date.states);
    for (from, to) in edges(date, sub) {
        if bad_after[from.index()] {
            entered.insert(to.index());
        }
    }
    entered - &bad_after
}

/// `bad_after` or `good_entry_point`.
pub fn useful(date: &StaticDate, sub: &SubDate) -> StateSet {
    bad_after(date, sub) | &good_entry_point(date, sub)
}

/// R(D): the useful states, the initial state, and the transitions between useful states.
/// Idempotent.
pub fn reduce(date: &StaticDate, sub: &SubDate) -> SubDate {
    let useful = useful(date, sub);
    let mut reduced = sub.clone();
    for (id, transition) in date.transitions.iter_enumerated() {
        let between = useful[transition.from.index()] && useful[transition.to.index()];
        let stays = reduced.transitions[id.index()] && between;
        reduced.transitions.set(id.index(), stays);
    }
    reduced.states &= &useful;
    // Every instance begins in the initial state, even if nothing useful follows.
    reduced.states.insert(date.initial.index());
    reduced
}

/// Returns whether some bad state may be entered from the initial one.
pub fn may_report(date: &StaticDate, sub: &SubDate) -> bool {
    let reachable = reachable(date, sub);
    usable(date, sub).any(|t| reachable[t.from.index()] && date.bad[t.to.index()])
}

fn usable<'a>(
    date: &'a StaticDate,
    sub: &'a SubDate,
) -> impl Iterator<Item = &'a StaticTransition> {
    sub.transition_ids().map(|id| &date.transitions[id])
}

/// The moves between states: along transitions, and on to the initial state where the instance may
/// be released.
fn edges<'a>(
    date: &'a StaticDate,
    sub: &'a SubDate,
) -> impl Iterator<Item = (StateId, StateId)> + 'a {
    usable(date, sub).flat_map(move |t| {
        let released = date.releasing[t.to.index()].then_some((t.to, date.initial));
        std::iter::once((t.from, t.to)).chain(released)
    })
}

fn reachable(date: &StaticDate, sub: &SubDate) -> StateSet {
    let mut reached = StateSet::empty(date.states);
    reached.insert(date.initial.index());
    close(&mut reached, || edges(date, sub));
    reached
}

/// Adds to `states` the targets of edges out of it until nothing changes.
fn close<I: Iterator<Item = (StateId, StateId)>>(states: &mut StateSet, edges: impl Fn() -> I) {
    loop {
        let before = states.count();
        for (from, to) in edges() {
            if states[from.index()] {
                states.insert(to.index());
            }
        }
        if states.count() == before {
            return;
        }
    }
}
