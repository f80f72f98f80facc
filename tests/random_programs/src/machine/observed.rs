//! Threads step by step: what other threads can see of them.

use std::hash::{Hash, Hasher};

use ir::{BlockId, FieldId, MethodId};
use java_types::Access;
use rustc_hash::FxHashSet;

use super::heap::{ObjectId, Value};
use super::monitors::{Entry, Lock};
use super::{Code, Frame, Machine, Place};

/// A variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// A static field.
    Static(FieldId),
    /// A field of an object.
    Field(ObjectId, FieldId),
    /// An element of an array.
    Element(ObjectId, usize),
}

/// What a thread does that others can see, or that depends on what it has seen.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Reads a variable.
    Read(Variable, Value),
    /// Writes a variable.
    Write(Variable, Value),
    /// Asks for a lock.
    Request(Lock),
    /// Gets a lock.
    Acquire(Lock),
    /// Gives a lock back.
    Release(Lock),
    /// Gives a lock back to wait.
    WaitRelease(Lock),
    /// Gets a lock again behind a wait.
    WaitAcquire(Lock),
    /// Wakes all that wait.
    NotifyAll(Lock),
    /// Starts the thread with a number.
    Fork(usize),
    /// Has waited for the end of the thread with a number.
    Join(usize),
    /// Decides by the values that it has read.
    Branch,
}

impl Deed {
    /// The variable of an access, and whether it is written.
    pub fn access(&self) -> Option<(Variable, bool)> {
        match self {
            Deed::Read(variable, _) => Some((*variable, false)),
            Deed::Write(variable, _) => Some((*variable, true)),
            _ => None,
        }
    }

    /// Checks whether two deeds differ at most in the value that is read or written.
    pub fn is_like(&self, other: &Deed) -> bool {
        match (self, other) {
            (Deed::Read(one, _), Deed::Read(two, _))
            | (Deed::Write(one, _), Deed::Write(two, _)) => one == two,
            _ => self == other,
        }
    }
}

/// One deed of a thread.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Happening {
    /// The number of the thread, in the order of their starts.
    pub thread: usize,
    /// Its deed.
    pub deed: Deed,
    /// The line of the program.
    pub line: u32,
}

/// How far a thread comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// To its next deed; a branch may come before it.
    Does(Happening, bool),
    /// It waits for other threads.
    Waits,
    /// To its end; a branch may come before it.
    Ends(bool),
}

/// The place of a thread in the code of the program.
#[derive(PartialEq)]
struct Standing {
    depth: usize,
    at: (BlockId, usize),
    is_announced: bool,
    is_outside: bool,
    entry: Option<Entry>,
}

/// A program at work, its threads one deed at a time, in any order. Copies go on by themselves.
#[derive(Clone)]
pub struct Threads<'c, 'p>(Machine<'c, 'p>);

impl<'c, 'p> Threads<'c, 'p> {
    /// Before the first deed, with the class of `main` being initialized.
    pub fn new(code: &'c Code<'p>, main: MethodId, nothing: &'c FxHashSet<Place>) -> Self {
        let mut machine = Machine::new(code, main, 0, nothing);
        machine.initialize(code.program.methods[main].class);
        Threads(machine)
    }

    /// The number of threads that have been started.
    pub fn count(&self) -> usize {
        self.0.threads.len()
    }

    /// Checks whether a thread has come to its end.
    pub fn has_ended(&self, thread: usize) -> bool {
        self.0.threads[thread].frames.is_empty()
    }

    /// Runs a thread up to its next deed, or to its end.
    pub fn advance(&mut self, thread: usize) -> Progress {
        self.0.current = thread;
        let mut before = self.place(thread);
        loop {
            if self.has_ended(thread) {
                let decided = std::mem::take(&mut self.0.threads[thread].decided);
                return Progress::Ends(decided);
            }
            self.0.step();
            let mut deeds = std::mem::take(&mut self.0.happenings);
            let last = deeds.pop_if(|last| last.deed != Deed::Branch);
            let decided = &mut self.0.threads[thread].decided;
            *decided |= !deeds.is_empty();
            if let Some(last) = last {
                return Progress::Does(last, std::mem::take(decided));
            }
            let after = self.place(thread);
            if after.is_some() && after == before {
                return Progress::Waits;
            }
            before = after;
        }
    }

    /// The place of a thread, if code of the program is at work: a step that does not leave it has waited.
    fn place(&self, thread: usize) -> Option<Standing> {
        let thread = &self.0.threads[thread];
        let Some(Frame::Body(top)) = thread.frames.last() else {
            return None;
        };
        Some(Standing {
            depth: thread.frames.len(),
            at: (top.block, top.statement),
            is_announced: top.announced,
            is_outside: top.outside,
            entry: thread.entry,
        })
    }

    /// The lines of the requests of threads that wait for each other in a cycle that this thread is in,
    /// with the threads.
    pub fn deadlock(&self, thread: usize) -> Option<Vec<(usize, u32)>> {
        let mut cycle = Vec::new();
        let mut at = thread;
        loop {
            let Some(Entry::Asked(lock, line)) = self.0.threads[at].entry else {
                return None;
            };
            cycle.push((at, line));
            at = self.0.monitors.owner(lock)?;
            if at == thread {
                return Some(cycle);
            }
            if cycle.iter().any(|(other, _)| *other == at) {
                return None;
            }
        }
    }

    /// The lock that a thread has asked for and does not have yet.
    pub fn waits_for(&self, thread: usize) -> Option<Lock> {
        match self.0.threads[thread].entry {
            Some(Entry::Asked(lock, _)) => Some(lock),
            _ => None,
        }
    }

    /// Checks whether accesses of a variable synchronize.
    pub fn is_volatile(&self, variable: Variable) -> bool {
        match variable {
            Variable::Static(field) | Variable::Field(_, field) => {
                Access(self.0.code.program.fields[field].access).has(Access::VOLATILE)
            }
            Variable::Element(..) => false,
        }
    }
}

impl Hash for Threads<'_, '_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.heap.hash(state);
        self.0.statics.hash(state);
        self.0.initialized.hash(state);
        self.0.monitors.hash(state);
        self.0.threads.hash(state);
    }
}

impl Machine<'_, '_> {
    /// A deed of the current thread; its line.
    pub(super) fn happens(&mut self, deed: Deed) -> u32 {
        let line = self.line();
        self.happenings.push(Happening {
            thread: self.current,
            deed,
            line,
        });
        line
    }

    /// The current thread decides by what it has read.
    pub(super) fn decides(&mut self) {
        self.happens(Deed::Branch);
    }

    /// The line of the statement at hand; of a method whose lock is being had, its first one.
    fn line(&self) -> u32 {
        let frames = self.threads[self.current].frames.iter().rev();
        let mut bodies = frames.filter_map(|frame| match frame {
            Frame::Body(activation) => Some(activation),
            Frame::Library(_) => None,
        });
        let Some(top) = bodies.next() else {
            return 0;
        };
        let Some(body) = self.code.program.methods[top.method].body.as_ref() else {
            return 0;
        };
        if top.outside {
            let first = body.statements().find(|statement| statement.span.line > 0);
            return first.map_or(0, |statement| statement.span.line);
        }
        let statements = &body.blocks[top.block].statements;
        statements
            .get(top.statement)
            .map_or(0, |statement| statement.span.line)
    }
}
