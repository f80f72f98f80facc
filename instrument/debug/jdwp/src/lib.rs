//! A client of the Java Debug Wire Protocol: it stops a virtual machine at places of a program, looks at what is
//! there, exchanges method bodies and goes on.
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use jdwp::{Connection, Listener};
//!
//! // The virtual machine that is debugged connects to us, and waits with its first class.
//! let listener = Listener::bind()?;
//! let java = std::process::Command::new("java").arg(listener.option()).arg("Main").spawn()?;
//! let connection: Connection = listener.accept(Duration::from_secs(10))?;
//! println!("{}", connection.version()?.description);
//! connection.resume()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Connection`] has a method for each command, whose documentation names the command set and the command of the
//! specification. Where the virtual machine sends events by itself, [`Connection::next_events`] gives them in their
//! order. A connection that is dropped resumes the virtual machine, and takes back what it has asked for.

mod command;
mod connection;
mod event;
mod failure;
mod id;
mod packet;
mod value;
mod wire;

pub use command::{
    Capabilities, Field, Frame, Invoked, LineEntry, LoadedClass, Method, Slot, Status, Variable,
    Version,
};
pub use connection::{Connection, Listener};
pub use event::{Event, EventKind, EventSet, Modifier, SuspendPolicy};
pub use failure::{Failure, Refusal};
pub use id::{
    ClassId, FieldId, FrameId, IdSizes, Location, MethodId, ObjectId, RequestId, TypeKind,
};
pub use value::{Tag, Value};
