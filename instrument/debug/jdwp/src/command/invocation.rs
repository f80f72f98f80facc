//! Calls of methods of the program by the debugger.

use crate::connection::Connection;
use crate::failure::Failure;
use crate::id::{ClassId, MethodId, ObjectId};
use crate::value::Value;
use crate::wire::{Reader, Writer};

/// Calls of methods of the program.
impl Connection {
    /// Calls a static method in a thread that stands still by an event: `ClassType.InvokeMethod`. Other threads do not
    /// go on meanwhile, so that a call that waits for them does not return.
    ///
    /// # Errors
    /// The thread does not stand still by an event, or the arguments do not fit.
    pub fn invoke_static(
        &self,
        thread: ObjectId,
        class: ClassId,
        method: MethodId,
        arguments: &[Value],
    ) -> Result<Invoked, Failure> {
        self.ask(
            "InvokeMethod",
            (3, 3),
            |writer| {
                writer.class(class);
                writer.object(thread);
                writer.method(method);
                write_arguments(writer, arguments);
            },
            Invoked::read,
        )
    }

    /// Calls a method of an object, or one that overrides it, in the same way: `ObjectReference.InvokeMethod`. `class`
    /// declares the method.
    ///
    /// # Errors
    /// As [`Connection::invoke_static`].
    pub fn invoke(
        &self,
        thread: ObjectId,
        object: ObjectId,
        (class, method): (ClassId, MethodId),
        arguments: &[Value],
    ) -> Result<Invoked, Failure> {
        self.ask(
            "InvokeMethod",
            (9, 6),
            |writer| {
                writer.object(object);
                writer.object(thread);
                writer.class(class);
                writer.method(method);
                write_arguments(writer, arguments);
            },
            Invoked::read,
        )
    }
}

/// The end of a call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Invoked {
    /// The result, if it has not thrown.
    pub result: Value,
    /// The exception that it has thrown.
    pub thrown: Option<ObjectId>,
}

impl Invoked {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Failure> {
        let result = Value::read(reader)?;
        let thrown = match Value::read(reader)? {
            Value::Object(_, exception) if exception != ObjectId(0) => Some(exception),
            _ => None,
        };
        Ok(Invoked { result, thrown })
    }
}

/// The arguments of a call, and that only its thread runs.
fn write_arguments(writer: &mut Writer, arguments: &[Value]) {
    const SINGLE_THREADED: u32 = 1;
    writer.length(arguments.len());
    arguments.iter().for_each(|argument| argument.write(writer));
    writer.int(SINGLE_THREADED);
}
