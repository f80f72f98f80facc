//! The automaton of one property: `D = <Q, Sigma, Theta, q0, theta0, B, delta>` (paper, definition
//! 3.1). The variables Theta belong to the contexts of the [`super::Specification`].

use index_vec::IndexVec;
use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::ids::{EventId, StateId, TransitionId};
use text::Span;

/// The meaning of entering a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StateKind {
    /// No report.
    Normal,
    /// Entering is reported, self-loops included. Not absorbing.
    Bad,
    /// When every property of the context accepts, the instance may be released.
    Accepting,
}

/// A state of a DATE.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Unique in its DATE.
    pub name: String,
    /// Normal, bad or accepting.
    pub kind: StateKind,
    /// Statements that run at each entry, self-loops included (and at creation, for the initial
    /// state).
    pub entry: Option<Code>,
    /// The place of the declaration.
    pub span: Span,
}

/// `from --event | condition |-> action--> to`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Transition {
    /// Source state.
    pub from: StateId,
    /// The event; `*` has been expanded (see [`Date::transitions`]).
    pub event: EventId,
    /// A Java boolean expression; absent means true.
    pub condition: Option<Code>,
    /// Java statements; absent means skip.
    pub action: Option<Code>,
    /// Target state.
    pub to: StateId,
    /// The place of the declaration; rows expanded from one `*` share it.
    pub span: Span,
}

/// A deterministic symbolic automaton, implicitly total: where no transition's condition holds,
/// nothing changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Date {
    /// All states, in declaration order.
    pub states: IndexVec<StateId, State>,
    /// The state in which every instance starts.
    pub initial: StateId,
    /// In declaration order, which is the order in which they are tried: the first enabled
    /// transition whose condition holds is taken. A `*` of state q is expanded, when read, into one
    /// transition for each event of the property's alphabet for which q declares no other
    /// transition.
    pub transitions: IndexVec<TransitionId, Transition>,
}

impl Date {
    /// The transitions out of `state` in the order in which they are tried.
    pub fn outgoing(&self, state: StateId) -> impl Iterator<Item = (TransitionId, &Transition)> {
        self.transitions
            .iter_enumerated()
            .filter(move |(_, t)| t.from == state)
    }

    /// All of its code: conditions and actions of the transitions in order, then entry code of the
    /// states.
    pub fn codes(&self) -> impl Iterator<Item = &Code> {
        let of_transitions = self
            .transitions
            .iter()
            .flat_map(|transition| transition.condition.iter().chain(&transition.action));
        of_transitions.chain(self.states.iter().flat_map(|state| &state.entry))
    }

    /// The state called `name`.
    pub fn state_named(&self, name: &str) -> Option<StateId> {
        self.states.position(|s| s.name == name)
    }
}
