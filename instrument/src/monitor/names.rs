//! Names of the members of generated classes that several parts of the generator write.

use date::ids::{ContextId, EventId, StateId};

/// The type of whatever user code may throw, in full, as user imports may hide it.
pub const THROWABLE: &str = "java.lang.Throwable";

/// The name of the static method that makes the global instance when the program starts; it takes
/// the place as a string.
pub const START_METHOD: &str = "r$start";

/// The name of the static method of the n-th notification.
pub fn notification_method(number: usize) -> String {
    format!("r$notify{number}")
}

/// The field of the table of an inner context, in the class of its parent.
pub fn table_of(context: ContextId) -> String {
    format!("r$table{}", context.index())
}

/// The field that holds the state of a property.
pub fn state_field(property: usize) -> String {
    format!("r$state{property}")
}

/// The method in which a property takes a step on the letter of an event.
pub fn step_method(property: usize, event: EventId) -> String {
    format!("r$step{property}_{}", event.index())
}

/// The method that runs the entry code of a state.
pub fn entry_method(property: usize, state: StateId) -> String {
    format!("r$entry{property}_{}", state.index())
}

/// The static field of a switch.
pub fn switch_field(delivery: usize) -> String {
    format!("r$switch{delivery}")
}

/// The static method to be called when an event with a switch has done nothing.
pub fn idle_method(delivery: usize) -> String {
    format!("r$idle{delivery}")
}

/// The static field that holds a key while its instance is looked up.
pub fn key_slot(context: ContextId, name: &str) -> String {
    format!("r$key{}_{name}", context.index())
}

/// The method of an instance that gives its key.
pub fn key_getter(name: &str) -> String {
    format!("r$key_{name}")
}

/// The static field of a channel.
pub fn channel_field(context: ContextId, name: &str) -> String {
    format!("r$channel{}_{name}", context.index())
}
