//! The failures of commands.

use std::fmt;
use std::io;

use thiserror::Error;

/// The reason why a command has no result.
#[derive(Debug, Error)]
pub enum Failure {
    /// The connection cannot be made, or is broken.
    #[error("the connection to the virtual machine fails: {0}")]
    Connection(#[from] io::Error),
    /// The other side does not speak the protocol.
    #[error(
        "the other side is no virtual machine that waits for a debugger: it does not answer `JDWP-Handshake`"
    )]
    NoHandshake,
    /// The virtual machine has ended, or has closed the connection.
    #[error("the virtual machine has ended")]
    Closed,
    /// Nobody has connected, or answered, in time.
    #[error("the virtual machine does not answer")]
    Late,
    /// A packet is not as it should be.
    #[error("the virtual machine has sent what is no {0}")]
    Malformed(&'static str),
    /// The virtual machine does not do what it was asked for.
    #[error("{command} is refused: {refusal}")]
    Refused {
        /// The name of the command.
        command: &'static str,
        /// The reason.
        refusal: Refusal,
    },
}

/// An error code of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal(pub u16);

impl Refusal {
    /// The thread is not suspended.
    pub const THREAD_NOT_SUSPENDED: Refusal = Refusal(13);
    /// The object is collected, or never was there.
    pub const INVALID_OBJECT: Refusal = Refusal(20);
    /// A class would get another method.
    pub const ADDS_METHOD: Refusal = Refusal(63);
    /// A class would get other fields.
    pub const CHANGES_SCHEMA: Refusal = Refusal(64);
    /// The class file has not the information.
    pub const ABSENT_INFORMATION: Refusal = Refusal(101);
}

/// The codes of the specification that a debugger meets.
const TEXTS: [(u16, &str); 34] = [
    (10, "this is no thread any more"),
    (11, "this is no group of threads"),
    (12, "this is no priority of a thread"),
    (13, "the thread is not suspended"),
    (14, "the thread is suspended already"),
    (15, "the thread has not begun, or has ended"),
    (20, "the object was collected"),
    (21, "this is no class"),
    (22, "the class is not prepared yet"),
    (23, "this is no method of the class"),
    (24, "this is no place of the method"),
    (25, "this is no field of the class"),
    (30, "this is no frame of the thread any more"),
    (31, "the thread has no frames"),
    (32, "the frame is one of a native method"),
    (33, "the frame is not the current one"),
    (34, "the value has another type"),
    (35, "the frame has no such variable"),
    (40, "it is there already"),
    (41, "it is not there"),
    (60, "this is no class file"),
    (61, "the class would be above itself"),
    (62, "the class file does not pass the verifier"),
    (63, "the class file has a method more"),
    (64, "the class file has other fields"),
    (66, "the class file has other supertypes"),
    (67, "the class file has a method less"),
    (69, "the class file has another name"),
    (70, "the class file has other modifiers"),
    (71, "a method of the class file has other modifiers"),
    (99, "the virtual machine cannot do it"),
    (101, "the class file does not say it"),
    (103, "an argument is wrong"),
    (112, "the virtual machine has ended"),
];

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match TEXTS.iter().find(|&&(code, _)| code == self.0) {
            Some((_, text)) => f.write_str(text),
            None => write!(f, "error {} of the protocol", self.0),
        }
    }
}
