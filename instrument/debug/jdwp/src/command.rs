//! The commands of a debugger, one method each.

mod classes;
mod invocation;
mod machine;
mod objects;
mod requests;
mod threads;

pub use classes::{Field, LineEntry, LoadedClass, Method, Variable};
pub use invocation::Invoked;
pub use machine::{Capabilities, Version};
pub use threads::{Frame, Slot, Status};

use crate::failure::Failure;
use crate::wire::Reader;

/// A command without data.
fn nothing(_: &mut Reader<'_>) -> Result<(), Failure> {
    Ok(())
}
