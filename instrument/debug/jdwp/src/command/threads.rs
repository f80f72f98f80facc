//! Threads and their frames.

use super::nothing;
use crate::connection::Connection;
use crate::failure::Failure;
use crate::id::{FrameId, Location, ObjectId};
use crate::value::{Tag, Value};
use crate::wire::Reader;

/// A frame of a thread that stands still.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// The frame.
    pub frame: FrameId,
    /// The place where it stands.
    pub location: Location,
}

/// A slot of a frame, and the type of its variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// The slot.
    pub slot: u32,
    /// The type.
    pub tag: Tag,
}

/// The state of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Status {
    /// It has ended.
    pub has_ended: bool,
    /// It stands still by a debugger.
    pub is_suspended: bool,
}

/// Threads and their frames: command sets 11 and 16.
impl Connection {
    /// The threads that have begun and not ended: `VirtualMachine.AllThreads`.
    ///
    /// # Errors
    /// The virtual machine has ended.
    pub fn all_threads(&self) -> Result<Vec<ObjectId>, Failure> {
        self.ask(
            "AllThreads",
            (1, 4),
            |_| {},
            |reader| reader.list(Reader::object),
        )
    }

    /// The name of a thread: `ThreadReference.Name`.
    ///
    /// # Errors
    /// It is no thread, or was collected.
    pub fn thread_name(&self, thread: ObjectId) -> Result<String, Failure> {
        self.ask(
            "Name",
            (11, 1),
            |writer| writer.object(thread),
            |reader| reader.text(),
        )
    }

    /// Stops a thread, once more if it stands still: `ThreadReference.Suspend`.
    ///
    /// # Errors
    /// It has ended.
    pub fn suspend_thread(&self, thread: ObjectId) -> Result<(), Failure> {
        self.ask("Suspend", (11, 2), |writer| writer.object(thread), nothing)
    }

    /// Takes back one stop of a thread: `ThreadReference.Resume`.
    ///
    /// # Errors
    /// It has ended.
    pub fn resume_thread(&self, thread: ObjectId) -> Result<(), Failure> {
        self.ask("Resume", (11, 3), |writer| writer.object(thread), nothing)
    }

    /// `ThreadReference.Status`.
    ///
    /// # Errors
    /// It is no thread, or was collected.
    pub fn status(&self, thread: ObjectId) -> Result<Status, Failure> {
        self.ask(
            "Status",
            (11, 4),
            |writer| writer.object(thread),
            |reader| {
                Ok(Status {
                    has_ended: reader.int()? == 0,
                    is_suspended: reader.int()? & 1 != 0,
                })
            },
        )
    }

    /// Frames of a thread that stands still, the current one first: `ThreadReference.Frames`. `length`: at most so
    /// many, all of them for `None`.
    ///
    /// # Errors
    /// The thread does not stand still, or has fewer frames.
    pub fn frames(
        &self,
        thread: ObjectId,
        first: u32,
        length: Option<u32>,
    ) -> Result<Vec<Frame>, Failure> {
        self.ask(
            "Frames",
            (11, 6),
            |writer| {
                writer.object(thread);
                writer.int(first);
                writer.int(length.unwrap_or(u32::MAX));
            },
            |reader| {
                reader.list(|reader| {
                    Ok(Frame {
                        frame: reader.frame()?,
                        location: Location::read(reader)?,
                    })
                })
            },
        )
    }

    /// The number of frames of a thread that stands still: `ThreadReference.FrameCount`.
    ///
    /// # Errors
    /// The thread does not stand still.
    pub fn frame_count(&self, thread: ObjectId) -> Result<u32, Failure> {
        self.ask(
            "FrameCount",
            (11, 7),
            |writer| writer.object(thread),
            |reader| reader.int(),
        )
    }

    /// The values of slots of a frame, in the order of the question: `StackFrame.GetValues`.
    ///
    /// # Errors
    /// The thread has gone on, or a slot is not one of that type there.
    pub fn slots(
        &self,
        thread: ObjectId,
        frame: FrameId,
        slots: &[Slot],
    ) -> Result<Vec<Value>, Failure> {
        self.ask(
            "GetValues",
            (16, 1),
            |writer| {
                writer.object(thread);
                writer.frame(frame);
                writer.length(slots.len());
                for slot in slots {
                    writer.int(slot.slot);
                    writer.byte(slot.tag.letter());
                }
            },
            |reader| reader.list(Value::read),
        )
    }

    /// `this` of a frame: `StackFrame.ThisObject`. None in a static method.
    ///
    /// # Errors
    /// The thread has gone on.
    pub fn this(&self, thread: ObjectId, frame: FrameId) -> Result<Option<ObjectId>, Failure> {
        let this = self.ask(
            "ThisObject",
            (16, 3),
            |writer| {
                writer.object(thread);
                writer.frame(frame);
            },
            Value::read,
        )?;
        Ok(match this {
            Value::Object(_, object) if object != ObjectId(0) => Some(object),
            _ => None,
        })
    }

    /// Gives slots of a frame other values: `StackFrame.SetValues`.
    ///
    /// # Errors
    /// The thread has gone on, or a slot has another type.
    pub fn set_slots(
        &self,
        thread: ObjectId,
        frame: FrameId,
        values: &[(u32, Value)],
    ) -> Result<(), Failure> {
        self.ask(
            "SetValues",
            (16, 2),
            |writer| {
                writer.object(thread);
                writer.frame(frame);
                writer.length(values.len());
                for (slot, value) in values {
                    writer.int(*slot);
                    value.write(writer);
                }
            },
            nothing,
        )
    }
}
