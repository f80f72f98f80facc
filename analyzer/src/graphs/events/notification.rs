//! The places where the program notifies monitors.

use super::{AccessId, Read};
use date::ids::EventId;
use date::model::{ArgumentPosition, When};
use ir::{ClassId, MethodId, PointId};

/// A program point at which a pattern matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A call in the source text.
    Call(PointId),
    /// The body of a method.
    Execution(MethodId),
    /// The initialization of a class. No code is known to cause it: it may happen at any time, and
    /// be the first thing that any of its members, or a class below, is used for (JLS 12.4.1).
    Initialization(ClassId),
    /// The reads, or the writes, of a field in a body.
    Access(AccessId),
}

impl Place {
    /// Returns whether what happens here happens at any time, whatever the program is doing.
    pub fn is_at_any_time(self) -> bool {
        matches!(self, Place::Initialization(_))
    }

    /// Returns whether it is a call or a body.
    pub fn is_of_calls(self) -> bool {
        matches!(self, Place::Call(_) | Place::Execution(_))
    }
}

/// Which value at the place is bound to a parameter of the event's context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The receiver of the call or body; the new object, once its constructor has returned.
    Receiver,
    /// An argument.
    Argument(ArgumentPosition),
    /// The returned value.
    Result,
    /// The object whose code makes the call.
    Caller,
    /// The value that a `where` reads: the number of one of the notification's [`Read`]s.
    Read(usize),
    /// Something that was not followed: a thrown exception, or whatever else a `where` computes.
    Computed,
}

/// One alternative of one event of a specification, matching at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// Where.
    pub place: Place,
    /// The event.
    pub event: EventId,
    /// Which of its alternatives.
    pub alternative: usize,
    /// When.
    pub when: When,
    /// True if it happens each time the place is passed at that moment, with a target if it asks for
    /// one: no filter, no other run-time test, no `where` that may drop it.
    pub always: bool,
    /// True if it asks for a target, and the receiver may be `null` at that moment: then it does not
    /// happen.
    pub may_lack_target: bool,
    /// True if the match is by name only, because the call or a type was not resolved.
    pub unresolved: bool,
    /// True if it never happens: the source rules out what the instruction alone does not, and the
    /// class file asks for a row.
    pub ruled_out: bool,
    /// For each parameter of the event's context and its ancestors, outermost first, what is bound
    /// to it; `None` where the event leaves it open (slicing).
    pub sources: Vec<Option<Source>>,
    /// The values that its `where`s read, in order.
    pub reads: Vec<Read>,
}

impl Notification {
    /// Takes the values that come from these sources for computed.
    pub(super) fn compute(&mut self, is_computed: impl Fn(Source) -> bool) {
        let read = self.reads.iter_mut().map(|read| &mut read.of);
        let sources = self.sources.iter_mut().flatten().chain(read);
        sources
            .filter(|source| is_computed(**source))
            .for_each(|source| *source = Source::Computed);
    }
}
