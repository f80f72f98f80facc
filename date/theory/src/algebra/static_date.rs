//! A DATE as static analysis sees it: conditions as truth values, effects as observable or not.

use index_vec::IndexVec;

use super::sub_date::{StateSet, SubDate};
use crate::code::Truth;
use crate::graph::Letter;
use crate::ids::{EventId, StateId, TransitionId};

/// A transition `q --e|c|->a--> q'`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaticTransition {
    /// Source.
    pub from: StateId,
    /// Event.
    pub event: EventId,
    /// The truth of the condition for every valuation, as far as it is known.
    pub guard: Truth,
    /// Which condition, by number, if it has one: equal numbers stand for equal code.
    pub condition: Option<u32>,
    /// The number of the code that runs when the transition is taken: its action and the target's
    /// entry code. `None` for no code.
    pub action: Option<u32>,
    /// True if the user sees the transition. It enters a bad state, or its action, the target's
    /// entry code or the evaluation of its condition is an external action.
    pub observable: bool,
    /// Target.
    pub to: StateId,
}

/// The parts of a DATE that the reductions need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaticDate {
    /// Number of states.
    pub states: usize,
    /// Initial state.
    pub initial: StateId,
    /// Bad states.
    pub bad: StateSet,
    /// Accepting states that may release the instance: the next event finds a fresh one.
    pub releasing: StateSet,
    /// True if an event may find no instance and be ignored (listed creation events).
    pub may_be_unborn: bool,
    /// All transitions in declaration order.
    pub transitions: IndexVec<TransitionId, StaticTransition>,
}

impl StaticDate {
    /// The whole DATE as a [`SubDate`]: all states; all transitions but those that no valuation can
    /// take, because the condition is statically false or an earlier one of the same state and
    /// event is statically true. (Reachability takes every transition of a [`SubDate`] for usable,
    /// so leaving the dead ones in would cost precision only.)
    pub fn whole(&self) -> SubDate {
        let mut whole = SubDate::all(self.states, self.transitions.len());
        for (id, transition) in self.transitions.iter_enumerated() {
            let hidden = self.transitions[..id].iter().any(|earlier| {
                earlier.from == transition.from
                    && earlier.event == transition.event
                    && earlier.guard == Truth::True
            });
            whole
                .transitions
                .set(id.index(), !hidden && transition.guard != Truth::False);
        }
        whole
    }

    /// The transitions of `sub` that a monitor in `state` may take on `letter`, in declaration
    /// order: the enabled ones up to the first whose condition always holds.
    pub fn may_take(
        &self,
        sub: &SubDate,
        state: StateId,
        letter: &Letter,
    ) -> impl Iterator<Item = TransitionId> {
        let enabled = sub.transition_ids().filter(move |&id| {
            self.transitions[id].from == state && letter.contains(self.transitions[id].event)
        });
        // A condition that always holds ends the list: transitions declared after it are never
        // tried.
        let mut decided = false;
        enabled.take_while(move |&id| {
            let reached = !decided;
            decided |= self.transitions[id].guard == Truth::True;
            reached
        })
    }

    /// `{q' | q --letter-->approx q'}` (definition 3.3, lifted to letters): the targets of what it
    /// may take, and `state` itself unless a transition must be taken.
    pub fn may_step(&self, sub: &SubDate, state: StateId, letter: &Letter) -> StateSet {
        let mut targets = StateSet::empty(self.states);
        let mut must_move = false;
        for id in self.may_take(sub, state, letter) {
            must_move = self.transitions[id].guard == Truth::True;
            self.arrive(&mut targets, self.transitions[id].to);
        }
        // An instance that may not exist yet ignores the event, so it can stay in the initial
        // state.
        if !must_move || (self.may_be_unborn && state == self.initial) {
            targets.insert(state.index());
        }
        targets
    }

    /// Returns whether a monitor in `state` surely enters a bad state on `letter`: a transition
    /// must be taken, and whichever it is leads into one.
    pub fn must_report(&self, sub: &SubDate, state: StateId, letter: &Letter) -> bool {
        let taken: Vec<TransitionId> = self.may_take(sub, state, letter).collect();
        let must_move = taken
            .last()
            .is_some_and(|&last| self.transitions[last].guard == Truth::True);
        let is_born = !(self.may_be_unborn && state == self.initial);
        must_move
            && is_born
            && taken
                .iter()
                .all(|&id| self.bad[self.transitions[id].to.index()])
    }

    /// The static transition function Delta: what `states` may become on `letter`. O(states *
    /// transitions).
    pub fn delta(&self, sub: &SubDate, states: &StateSet, letter: &Letter) -> StateSet {
        let mut next = StateSet::empty(self.states);
        for state in states.iter() {
            next |= &self.may_step(sub, StateId::from(state), letter);
        }
        next
    }

    /// Adds what entering `state` may lead to at once: the state, and the initial state where the
    /// instance is released.
    pub(super) fn arrive(&self, targets: &mut StateSet, state: StateId) {
        targets.insert(state.index());
        if self.releasing[state.index()] {
            targets.insert(self.initial.index());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From state 0 into the bad state 2, by way of transitions on one event with these guards and
    /// targets.
    fn must_report(transitions: &[(Truth, u32)], may_be_unborn: bool) -> bool {
        let transition = |&(guard, to): &(Truth, u32)| StaticTransition {
            from: StateId::from_raw(0),
            event: EventId::from_raw(0),
            guard,
            condition: None,
            action: None,
            observable: to == 2,
            to: StateId::from_raw(to),
        };
        let date = StaticDate {
            states: 3,
            initial: StateId::from_raw(0),
            bad: [false, false, true].into_iter().collect(),
            releasing: StateSet::empty(3),
            may_be_unborn,
            transitions: transitions.iter().map(transition).collect(),
        };
        date.must_report(
            &date.whole(),
            date.initial,
            &Letter::new([EventId::from_raw(0)]),
        )
    }

    #[test]
    fn report_is_sure_only_if_all_that_may_be_taken_leads_to_it() {
        use Truth::{False, True, Unknown};
        assert!(must_report(&[(True, 2)], false));
        assert!(must_report(&[(Unknown, 2), (True, 2)], false));
        assert!(must_report(&[(False, 1), (True, 2), (True, 1)], false));
        assert!(!must_report(&[], false));
        assert!(!must_report(&[(Unknown, 2)], false));
        assert!(!must_report(&[(False, 2)], false));
        assert!(!must_report(&[(Unknown, 1), (True, 2)], false));
        assert!(
            !must_report(&[(True, 2)], true),
            "the event may find no instance"
        );
    }
}
