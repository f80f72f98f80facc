//! Which program points raise which events.

mod bindings;
mod matching;
mod notification;
mod warnings;

pub use bindings::chain;
pub use matching::{Matches, notifications};
pub use notification::{Notification, Place, Source, When};
