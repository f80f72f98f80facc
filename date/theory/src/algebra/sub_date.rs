//! Parts of one DATE.

use super::StaticDate;
use crate::bits::Bits;
use crate::ids::{EventId, TransitionId};

/// A set of states of one DATE, by id.
pub type StateSet = Bits;

/// A set of transitions of one DATE, by id.
pub type TransitionSet = Bits;

/// A component-wise subset of a DATE: the same initial state and variables, some of the states and
/// transitions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SubDate {
    /// The states that are left.
    pub states: StateSet,
    /// The transitions that are left.
    pub transitions: TransitionSet,
}

impl SubDate {
    /// All of a DATE of this size.
    pub fn all(states: usize, transitions: usize) -> Self {
        SubDate {
            states: StateSet::full(states),
            transitions: TransitionSet::full(transitions),
        }
    }

    /// The ids of its transitions, in declaration order.
    pub fn transition_ids(&self) -> impl Iterator<Item = TransitionId> {
        self.transitions.iter().map(TransitionId::from_usize)
    }

    /// The restriction to the events that `kept` accepts.
    pub fn restrict_alphabet(mut self, date: &StaticDate, kept: impl Fn(EventId) -> bool) -> Self {
        for (id, transition) in date.transitions.iter_enumerated() {
            let stays = self.transitions[id.index()] && kept(transition.event);
            self.transitions.set(id.index(), stays);
        }
        self
    }

    /// The restriction to these transitions.
    pub fn restrict_transitions(mut self, kept: &TransitionSet) -> Self {
        self.transitions &= kept;
        self
    }

    /// The component-wise union (definition 3.6) with another part of the same DATE.
    pub fn union(mut self, other: &SubDate) -> Self {
        self.states |= &other.states;
        self.transitions |= &other.transitions;
        self
    }

    /// The alphabet of a residual: the events that label a remaining transition, in id order.
    pub fn alphabet(&self, date: &StaticDate) -> Vec<EventId> {
        let mut events: Vec<EventId> = self
            .transition_ids()
            .map(|id| date.transitions[id].event)
            .collect();
        events.sort();
        events.dedup();
        events
    }
}
