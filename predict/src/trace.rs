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
//! | `peek(x)`, `touch(x)` | perhaps a read; perhaps a read and a write. Others are ordered as if it happened, and no report is about it |
//! | `req(l)`, `acq(l)`, `rel(l)` | request, acquire and release of a lock |
//! | `try_acq(l)` | acquire of a lock that the thread would not have waited for |
//! | `try_fail(l)` | a `tryLock` that has failed, since the lock was held |
//! | `read_req(l)`, `read_acq(l)`, `read_rel(l)` | the same for the read side of a read-write lock; the words above are its write side |
//! | `try_read_acq(l)`, `try_read_fail(l)` | a `tryLock` of the read side that has succeeded or failed |
//! | `wait_rel(l)`, `wait_acq(l)` | the release at the begin of a `wait`, and the acquire at its end |
//! | `timed_wait_rel(l)` | the release at the begin of a `wait` that may time out |
//! | `notify(l)`, `notify_all(l)` | wake one waiting thread, or all |
//! | `await_rel(l;c)`, `await_acq(l;c)` | begin and end of an `await` on the condition `c` of the lock `l` |
//! | `timed_await_rel(l;c)` | begin of an `await` that may time out |
//! | `signal(c)`, `signal_all(c)` | wake one thread that waits on the condition, or all |
//! | `fork(t)`, `join(t)` | start of a thread, and the wait for its end |
//! | `start`, `exit` | begin and end of a thread |
//! | `begin`, `end` | begin and end of a transaction |
//! | `branch` | a decision of the thread that depends on the values it has read |
//! | `step` | an event that no other one depends on |
//! | `event(NAME p=a,q=b)` | an event of a property |
//!
//! A property event names the event and the objects that it binds: `event(lifecycle.send s=Session@1)`.
//! The word before the last dot is the property, or its file. Values of Java stand there as literals.

mod bindings;
mod contexts;
mod lexer;
mod names;
mod read;
mod recorder;
mod write;

pub use bindings::Bindings;
pub use contexts::{ContextId, Frame};
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
    /// A condition: an object of its own that threads wait on, beside the lock that they give back.
    pub struct ConditionId = u32;
    DISPLAY_FORMAT = "c{}";
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

define_index_type! {
    /// A property event with its objects.
    pub struct EventId = u32;
    DISPLAY_FORMAT = "e{}";
}

/// A way to hold a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hold {
    /// The lock.
    pub lock: LockId,
    /// Other threads may hold the lock at the same time, if they share it as well: the read side of
    /// a read-write lock.
    pub shared: bool,
}

impl Hold {
    /// The hold of a thread that has the lock alone.
    pub fn alone(lock: LockId) -> Hold {
        Hold {
            lock,
            shared: false,
        }
    }

    /// The hold of one of several readers.
    pub fn shared(lock: LockId) -> Hold {
        Hold { lock, shared: true }
    }

    /// Checks whether two threads cannot have these holds at once.
    pub fn excludes(self, other: Hold) -> bool {
        self.lock == other.lock && !(self.shared && other.shared)
    }
}

/// An object that threads wait on until another thread wakes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Monitor {
    /// The object whose lock they give back.
    Object(LockId),
    /// A condition of the lock.
    Condition(ConditionId),
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
    /// May read a variable; nothing says whether. It sees what it saw, and no report is about it.
    Peek(VariableId),
    /// May read a variable, and may write it; nothing says whether. It sees what it saw, other accesses
    /// depend on it as on an update, and no report is about it.
    Touch(VariableId),
    /// Asks for a lock. The acquire follows, unless the run ended before.
    Request(LockId),
    /// Gets a lock.
    Acquire(LockId),
    /// Gets a lock that was free, and would not have waited for it: a `tryLock` that succeeded.
    TryAcquire(LockId),
    /// Does not get a lock, since it is held, and does not wait for it any longer: a `tryLock` that
    /// failed, at once or after some time.
    TryFail(LockId),
    /// Gives a lock back.
    Release(LockId),
    /// Asks for the read side of a lock.
    ReadRequest(LockId),
    /// Gets the read side of a lock.
    ReadAcquire(LockId),
    /// Gets the read side of a lock, and would not have waited for it.
    TryReadAcquire(LockId),
    /// Does not get the read side of a lock, since another thread holds its write side.
    TryReadFail(LockId),
    /// Gives the read side of a lock back.
    ReadRelease(LockId),
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
    /// Gives a lock back at the begin of an `await` that only a signal ends.
    AwaitRelease(LockId, ConditionId),
    /// Gives a lock back at the begin of an `await` that may time out.
    TimedAwaitRelease(LockId, ConditionId),
    /// Gets a lock again at the end of an `await`.
    AwaitAcquire(LockId, ConditionId),
    /// Wakes one thread that waits on a condition.
    Signal(ConditionId),
    /// Wakes all threads that wait on a condition.
    SignalAll(ConditionId),
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
    /// Is an event of a property. It and its objects depend on the values that the thread has read
    /// so far.
    Event(EventId),
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
    /// The access writes only if it reads what it expects. Where it is next, it need not be known
    /// whether it does.
    pub may_fail: bool,
    /// Nothing says whether the access happens. Where it is, others are ordered as if it did.
    pub silent: bool,
}

impl Access {
    /// Two accesses of one variable conflict if one of them writes. Accesses that may not happen are in
    /// conflict with none.
    pub fn conflicts(self, other: Access) -> bool {
        let happen = !self.silent && !other.silent;
        happen && self.variable == other.variable && (self.writes || other.writes)
    }

    /// Two accesses that conflict may race, unless both synchronize (JLS 17.4.1 and 17.4.5).
    pub fn may_race(self, other: Access) -> bool {
        self.conflicts(other) && !(self.volatile && other.volatile)
    }

    /// Two accesses that may race do so if one of them writes in any case.
    pub fn races(self, other: Access) -> bool {
        let writes = |access: Access| access.writes && !access.may_fail;
        self.may_race(other) && (writes(self) || writes(other))
    }
}

impl Action {
    /// The access of the action, if it is one.
    pub fn access(self) -> Option<Access> {
        let (variable, reads, writes, volatile) = match self {
            Action::Read(variable) => (variable, true, false, false),
            Action::Write(variable) => (variable, false, true, false),
            Action::VolatileRead(variable) | Action::Peek(variable) => {
                (variable, true, false, true)
            }
            Action::VolatileWrite(variable) => (variable, false, true, true),
            Action::Update(variable)
            | Action::CompareAndSet(variable)
            | Action::Touch(variable) => (variable, true, true, true),
            _ => return None,
        };
        Some(Access {
            variable,
            reads,
            writes,
            volatile,
            may_fail: matches!(self, Action::CompareAndSet(_)),
            silent: matches!(self, Action::Peek(_) | Action::Touch(_)),
        })
    }

    /// The hold that the thread has from this action on.
    pub fn acquired(self) -> Option<Hold> {
        match self {
            Action::TryAcquire(lock) => Some(Hold::alone(lock)),
            Action::TryReadAcquire(lock) => Some(Hold::shared(lock)),
            _ => self.awaited(),
        }
    }

    /// The hold that the thread waits for, before it gets it by this action.
    pub fn awaited(self) -> Option<Hold> {
        match self {
            Action::Acquire(lock) | Action::WaitAcquire(lock) | Action::AwaitAcquire(lock, _) => {
                Some(Hold::alone(lock))
            }
            Action::ReadAcquire(lock) => Some(Hold::shared(lock)),
            _ => None,
        }
    }

    /// The hold that the thread asks for by an event of its own.
    pub fn asked(self) -> Option<Hold> {
        match self {
            Action::Request(lock) => Some(Hold::alone(lock)),
            Action::ReadRequest(lock) => Some(Hold::shared(lock)),
            _ => None,
        }
    }

    /// The hold that the thread asks for, or waits for.
    pub fn requested(self) -> Option<Hold> {
        self.asked().or(self.awaited())
    }

    /// The hold that the thread has not got, since another one excludes it.
    pub fn refused(self) -> Option<Hold> {
        match self {
            Action::TryFail(lock) => Some(Hold::alone(lock)),
            Action::TryReadFail(lock) => Some(Hold::shared(lock)),
            _ => None,
        }
    }

    /// Checks whether the event decides by the values that its thread has read: it happens only if
    /// these reads are right.
    pub fn decides(self) -> bool {
        matches!(
            self,
            Action::Branch
                | Action::Event(_)
                | Action::CompareAndSet(_)
                | Action::Peek(_)
                | Action::Touch(_)
        )
    }

    /// The hold that the thread gives back.
    pub fn released(self) -> Option<Hold> {
        match self {
            Action::Release(lock)
            | Action::WaitRelease(lock)
            | Action::TimedWaitRelease(lock)
            | Action::AwaitRelease(lock, _)
            | Action::TimedAwaitRelease(lock, _) => Some(Hold::alone(lock)),
            Action::ReadRelease(lock) => Some(Hold::shared(lock)),
            _ => None,
        }
    }

    /// The object that the thread begins to wait on, and whether it may stop that at any time.
    pub fn waits_on(self) -> Option<(Monitor, bool)> {
        Some(match self {
            Action::WaitRelease(lock) => (Monitor::Object(lock), false),
            Action::TimedWaitRelease(lock) => (Monitor::Object(lock), true),
            Action::AwaitRelease(_, condition) => (Monitor::Condition(condition), false),
            Action::TimedAwaitRelease(_, condition) => (Monitor::Condition(condition), true),
            _ => return None,
        })
    }

    /// The object on which the thread wakes others that wait, and whether it wakes all of them.
    pub fn wakes(self) -> Option<(Monitor, bool)> {
        Some(match self {
            Action::Notify(lock) => (Monitor::Object(lock), false),
            Action::NotifyAll(lock) => (Monitor::Object(lock), true),
            Action::Signal(condition) => (Monitor::Condition(condition), false),
            Action::SignalAll(condition) => (Monitor::Condition(condition), true),
            _ => return None,
        })
    }

    /// Checks whether the thread has stopped to wait on an object, and gets its lock again.
    pub fn ends_wait(self) -> bool {
        matches!(self, Action::WaitAcquire(_) | Action::AwaitAcquire(..))
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
    /// The way on which the thread has come here.
    pub context: ContextId,
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
    /// Names of conditions.
    pub conditions: Names,
    /// Texts of lines.
    pub lines: Names,
    /// Texts of values.
    pub values: Names,
    /// Texts of property events: `lifecycle.send s=Session@1`.
    pub events: Names,
    /// Methods, and the calls on which threads come to them.
    contexts: Names,
}

impl Tables {
    /// All tables, in the order of the format of logs.
    pub(crate) fn all(&self) -> [&Names; 8] {
        let Tables {
            threads,
            variables,
            locks,
            conditions,
            lines,
            values,
            events,
            contexts,
        } = self;
        [
            threads, variables, locks, conditions, lines, values, events, contexts,
        ]
    }

    /// The same, to add names.
    pub(crate) fn all_mut(&mut self) -> [&mut Names; 8] {
        let Tables {
            threads,
            variables,
            locks,
            conditions,
            lines,
            values,
            events,
            contexts,
        } = self;
        [
            threads, variables, locks, conditions, lines, values, events, contexts,
        ]
    }
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
