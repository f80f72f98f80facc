//! Which program points raise which events.

mod accesses;
mod arguments;
mod bindings;
mod filters;
mod imports;
mod locals;
mod matching;
mod notification;
mod presence;
mod reads;
mod sites;
mod visibility;
mod warnings;

pub use accesses::{Access, AccessId, AccessValues, Accesses, member_of, type_of, values};
pub use arguments::{EventVariables, answer, arguments};
pub use bindings::chain;
pub use filters::Filters;
pub use locals::Locals;
pub use matching::{Matches, notifications};
pub use notification::{Notification, Place, Source};
pub use presence::is_on_objects;
pub use reads::Read;
pub use sites::Sites;
pub use warnings::findings_of_names;
