//! Recorded runs: events of threads in the order in which they happened.
//!
//! The text format is STD of RAPID, one event a line, plain or compressed with gzip:
//!
//! ```text
//! T0|fork(T1)|Main.java:3
//! T0|acq(lock)|Main.java:5
//! T0|w(x)|Main.java:6|42
//! T0|rel(lock)|Main.java:7
//! T1|r(x)|Main.java:20|42
//! T1|branch|Main.java:20
//! ```
//!
//! A line is `thread|operation(target)|line`, with an optional fourth column: the value that was
//! read or written. These are the operations:
//!
//! | word | event |
//! |---|---|
//! | `r(x)`, `w(x)` | read and write of a variable |
//! | `vr(x)`, `vw(x)`, `vu(x)` | volatile read and write, and atomic update (reads and writes) |
//! | `cas(x)` | an atomic update that found the value which it expected |
//! | `req(l)`, `acq(l)`, `rel(l)` | request, acquire and release of a lock |
//! | `try_acq(l)` | acquire of a lock that the thread would not have waited for |
//! | `wait_rel(l)`, `wait_acq(l)` | the release at the begin of a `wait`, and the acquire at its end |
//! | `timed_wait_rel(l)` | the release at the begin of a `wait` that may time out |
//! | `notify(l)`, `notify_all(l)` | wake one waiting thread, or all |
//! | `fork(t)`, `join(t)` | start of a thread, and the wait for its end |
//! | `start`, `exit` | begin and end of a thread |
//! | `begin`, `end` | begin and end of a transaction |
//! | `branch` | a decision of the thread that depends on the values it has read |
//! | `step` | an event that no other one depends on |

mod lexer;
mod names;
mod read;
mod recorder;
mod write;

pub use names::Names;
pub use read::{Reader, read, unpacked};
pub use recorder::{Recorder, Refusal};
pub use write::write;

use index_vec::define_index_type;

define_index_type! {
    /// A thread of a trace.
    pub struct ThreadId = u32;
    DISPLAY_FORMAT = "t{}";
}
define_index_type! {
    /// A variable: a field of an object, a static field or an element of an array.
    pub struct VariableId = u32;
    DISPLAY_FORMAT = "x{}";
}
define_index_type! {
    /// A lock.
    pub struct LockId = u32;
    DISPLAY_FORMAT = "l{}";
}
define_index_type! {
    /// A line of the program.
    pub struct LineId = u32;
    DISPLAY_FORMAT = "n{}";
}
define_index_type! {
    /// A value that was read or written.
    pub struct ValueId = u32;
    DISPLAY_FORMAT = "v{}";
}

/// The action of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Reads a variable.
    Read(VariableId),
    /// Writes a variable.
    Write(VariableId),
    /// Reads a volatile variable.
    VolatileRead(VariableId),
    /// Writes a volatile variable.
    VolatileWrite(VariableId),
    /// Reads and writes a variable in one step, as `getAndAdd` does.
    Update(VariableId),
    /// Reads and writes a variable in one step, if it has the value that it had here: a
    /// `compareAndSet` that succeeded. One that fails is a read.
    CompareAndSet(VariableId),
    /// Asks for a lock. The acquire follows, unless the run ended before.
    Request(LockId),
    /// Gets a lock.
    Acquire(LockId),
    /// Gets a lock that was free, and would not have waited for it: a `tryLock` that succeeded.
    TryAcquire(LockId),
    /// Gives a lock back.
    Release(LockId),
    /// Gives a lock back at the begin of a `wait` that only a notification ends.
    WaitRelease(LockId),
    /// Gives a lock back at the begin of a `wait` that may time out.
    TimedWaitRelease(LockId),
    /// Gets a lock again at the end of a `wait`.
    WaitAcquire(LockId),
    /// Wakes one thread that waits.
    Notify(LockId),
    /// Wakes all threads that wait.
    NotifyAll(LockId),
    /// Starts a thread.
    Fork(ThreadId),
    /// Waits for the end of a thread.
    Join(ThreadId),
    /// Begins the thread.
    Start,
    /// Ends the thread.
    Exit,
    /// Begins a transaction.
    Begin,
    /// Ends a transaction.
    End,
    /// Decides by the values that the thread has read so far.
    Branch,
    /// Does something that no other event depends on.
    Step,
}

/// An access of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Access {
    /// The variable.
    pub variable: VariableId,
    /// The access sees the value of the variable.
    pub reads: bool,
    /// The access changes the value of the variable.
    pub writes: bool,
    /// The access synchronizes, as those of `volatile` variables do.
    pub volatile: bool,
    /// The access writes only if it reads what it expects. Where it is next, nothing is known of that.
    pub may_fail: bool,
}

impl Access {
    /// Two accesses of one variable conflict if one of them writes in any case.
    pub fn conflicts(self, other: Access) -> bool {
        let writes = |access: Access| access.writes && !access.may_fail;
        self.variable == other.variable && (writes(self) || writes(other))
    }

    /// A conflict is a data race, unless both accesses synchronize (JLS 17.4.1 and 17.4.5).
    pub fn races(self, other: Access) -> bool {
        self.conflicts(other) && !(self.volatile && other.volatile)
    }
}

impl Action {
    /// The access of the action, if it is one.
    pub fn access(self) -> Option<Access> {
        let (variable, reads, writes, volatile) = match self {
            Action::Read(variable) => (variable, true, false, false),
            Action::Write(variable) => (variable, false, true, false),
            Action::VolatileRead(variable) => (variable, true, false, true),
            Action::VolatileWrite(variable) => (variable, false, true, true),
            Action::Update(variable) | Action::CompareAndSet(variable) => {
                (variable, true, true, true)
            }
            _ => return None,
        };
        Some(Access {
            variable,
            reads,
            writes,
            volatile,
            may_fail: matches!(self, Action::CompareAndSet(_)),
        })
    }

    /// The lock that the thread holds from this action on.
    pub fn acquired(self) -> Option<LockId> {
        match self {
            Action::Acquire(lock) | Action::TryAcquire(lock) | Action::WaitAcquire(lock) => {
                Some(lock)
            }
            _ => None,
        }
    }

    /// The lock that the thread waits for, before it gets it by this action.
    pub fn awaited(self) -> Option<LockId> {
        match self {
            Action::Acquire(lock) | Action::WaitAcquire(lock) => Some(lock),
            _ => None,
        }
    }

    /// The lock that the thread asks for, or waits for.
    pub fn requested(self) -> Option<LockId> {
        match self {
            Action::Request(lock) => Some(lock),
            _ => self.awaited(),
        }
    }

    /// Checks whether the event decides by the values that its thread has read: it happens only if
    /// these reads are right.
    pub fn decides(self) -> bool {
        matches!(self, Action::Branch | Action::CompareAndSet(_))
    }

    /// The lock that the thread gives back.
    pub fn released(self) -> Option<LockId> {
        match self {
            Action::Release(lock) | Action::WaitRelease(lock) | Action::TimedWaitRelease(lock) => {
                Some(lock)
            }
            _ => None,
        }
    }
}

/// One event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Event {
    /// The thread that does it.
    pub thread: ThreadId,
    /// The action.
    pub action: Action,
    /// The line of the program.
    pub line: LineId,
    /// The value that was read or written, if it was recorded.
    pub value: Option<ValueId>,
}

/// The names of a trace. Ids follow the order of first appearance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tables {
    /// Names of threads.
    pub threads: Names,
    /// Names of variables.
    pub variables: Names,
    /// Names of locks.
    pub locks: Names,
    /// Texts of lines.
    pub lines: Names,
    /// Texts of values.
    pub values: Names,
}

/// A recorded run. A [`Recorder`] makes it, and leaves out inner acquires and releases of a lock
/// that the thread holds already.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trace {
    /// The names.
    pub tables: Tables,
    /// The events, in the order of the run.
    pub events: Vec<Event>,
}

impl Trace {
    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.tables.threads.len()
    }

    /// The text of an event's line.
    pub fn line(&self, position: usize) -> &str {
        self.tables.lines.name(self.events[position].line.index())
    }
}
