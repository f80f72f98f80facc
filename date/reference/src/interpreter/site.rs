//! The place where a piece of code runs, and the ways in which it ends.

use super::instances::{GLOBAL, InstanceId};
use super::keys::Keys;
use date::ids::{ContextId, EventId};

/// The context of a piece of code that runs.
#[derive(Debug, Clone)]
pub(super) struct Site {
    /// The context whose names it sees.
    pub context: ContextId,
    /// The event of its transition, `filter` or `where`.
    pub event: Option<EventId>,
    /// The instance whose variables it sees; before an instance is looked up, the global one.
    pub instance: InstanceId,
    /// The keys bound so far, before an instance is looked up.
    pub keys: Option<Keys>,
    /// True if calls into the program are actions that the user sees.
    pub acts: bool,
}

impl Site {
    /// Of code of a transition or state.
    pub fn of_instance(context: ContextId, instance: InstanceId, event: Option<EventId>) -> Self {
        Site {
            context,
            event,
            instance,
            keys: None,
            acts: true,
        }
    }

    /// Of a `filter` or `where`.
    pub fn of_match(event: EventId, context: ContextId) -> Self {
        Site {
            context,
            event: Some(event),
            instance: GLOBAL,
            keys: Some(Keys::new()),
            acts: false,
        }
    }
}

/// How statements end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Through,
    Return,
    Thrown,
}
