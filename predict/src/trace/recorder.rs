//! From happenings with names to events with numbers.

use std::fmt;

use rustc_hash::FxHashMap;

use super::lexer::{self, Columns, Target};
use super::{Action, Event, LockId, Tables, ThreadId, Trace};

/// Why a recorder refuses an event: no run of a program can have it there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The word is no operation of STD.
    Unknown(String),
    /// The operation needs a target.
    NoTarget(String),
    /// Another thread holds the lock.
    Held {
        /// The lock.
        lock: String,
        /// The thread that holds it.
        owner: String,
    },
    /// The thread does not hold the lock that it gives back, waits on or notifies.
    NotHeld(String),
    /// The thread does not wait on the lock.
    NotWaiting(String),
    /// The thread waits on this lock, and does nothing else.
    Waiting(String),
    /// The thread has ended.
    Ended(String),
    /// The thread has begun already, and is forked again or too late.
    Begun(String),
    /// A name has a bar or a line break, or is empty, and STD cannot say it.
    Unspeakable(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unknown(word) => write!(f, "`{word}` is no operation"),
            Refusal::NoTarget(word) => write!(f, "`{word}` needs a target, as in `{word}(name)`"),
            Refusal::Held { lock, owner } => write!(f, "`{owner}` holds the lock `{lock}`"),
            Refusal::NotHeld(lock) => write!(f, "the thread does not hold the lock `{lock}`"),
            Refusal::NotWaiting(lock) => write!(f, "the thread does not wait on the lock `{lock}`"),
            Refusal::Waiting(lock) => write!(f, "the thread waits on the lock `{lock}`"),
            Refusal::Ended(thread) => write!(f, "the thread `{thread}` has ended"),
            Refusal::Begun(thread) => write!(
                f,
                "the thread `{thread}` has begun already: a fork comes before it, and a name is for one thread"
            ),
            Refusal::Unspeakable(name) => {
                write!(f, "the name `{name}` is empty or has a bar or a line break")
            }
        }
    }
}

impl std::error::Error for Refusal {}

/// Makes events of words, numbers the names, and folds re-entrant locking: of several acquires of
/// a lock by one thread the first is kept, and of the releases the last.
///
/// ```
/// use predict::trace::Recorder;
///
/// let mut recorder = Recorder::default();
/// recorder.record("T0", "acq", Some("l"), "3", None)?;
/// recorder.record("T0", "acq", Some("l"), "4", None)?;
/// recorder.record("T0", "rel", Some("l"), "5", None)?;
/// recorder.record("T0", "rel", Some("l"), "6", None)?;
/// assert_eq!(recorder.finish().events.len(), 2);
/// # Ok::<(), predict::trace::Refusal>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Recorder {
    tables: Tables,
    /// The thread of the latest event. Events of one thread often follow each other.
    latest: Option<ThreadId>,
    events: Vec<Event>,
    holds: Vec<Hold>,
    /// How deep threads that wait will hold their lock again.
    waiting: FxHashMap<ThreadId, (LockId, u32)>,
    lives: Vec<Life>,
}

/// The state of a thread.
#[derive(Debug, Clone, Copy, Default)]
struct Life {
    has_begun: bool,
    has_ended: bool,
    /// Another thread has waited for its end.
    is_joined: bool,
}

/// The state of a lock.
#[derive(Debug, Clone, Copy)]
struct Hold {
    owner: ThreadId,
    depth: u32,
}

impl Recorder {
    /// Adds an event to the trace. O(length of the names).
    ///
    /// # Errors
    /// If no run can have the event at this place.
    pub fn record(
        &mut self,
        thread: &str,
        operation: &str,
        target: Option<&str>,
        line: &str,
        value: Option<&str>,
    ) -> Result<(), Refusal> {
        let mut names = [Some(thread), target, Some(line)].into_iter().flatten();
        let broken = |name: &&str| name.is_empty() || name.contains(['|', '\n', '\r']);
        if let Some(name) = names
            .find(broken)
            .or(value.filter(|v| v.contains(['|', '\n', '\r'])))
        {
            return Err(Refusal::Unspeakable(name.to_owned()));
        }
        let columns = Columns {
            thread,
            operation,
            target,
            line,
            value,
        };
        if let Some(event) = self.event(columns)? {
            self.events.push(event);
        }
        Ok(())
    }

    /// The trace so far.
    pub fn finish(self) -> Trace {
        Trace {
            tables: self.tables,
            events: self.events,
        }
    }

    /// The names so far.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The trace of events that were kept elsewhere.
    pub(super) fn finish_with(self, events: Vec<Event>) -> Trace {
        Trace {
            tables: self.tables,
            events,
        }
    }

    /// The event of a line, or nothing if it is folded.
    pub(super) fn event(&mut self, columns: Columns<'_>) -> Result<Option<Event>, Refusal> {
        let thread = self.thread(columns.thread);
        let mut action = self.action(columns)?;
        self.lives
            .resize(self.tables.threads.len(), Life::default());
        self.live(thread, action)?;
        if !self.fold(thread, action)? {
            // A join that the thread outlives has given up: this event shows that it does.
            if !self.lives[thread.index()].is_joined {
                return Ok(None);
            }
            action = Action::Step;
        }
        let line = self.tables.lines.intern(columns.line).into();
        let accesses = action.access().is_some();
        let value = columns.value.filter(|_| accesses);
        let value = value.map(|value| self.tables.values.intern(value).into());
        Ok(Some(Event {
            thread,
            action,
            line,
            value,
        }))
    }

    fn thread(&mut self, name: &str) -> ThreadId {
        let threads = &mut self.tables.threads;
        let latest = self
            .latest
            .filter(|latest| threads.name(latest.index()) == name);
        let thread = latest.unwrap_or_else(|| ThreadId::from_usize(threads.intern(name)));
        self.latest = Some(thread);
        thread
    }

    fn action(&mut self, columns: Columns<'_>) -> Result<Action, Refusal> {
        let word = columns.operation;
        let unknown = || Refusal::Unknown(word.to_owned());
        let target = lexer::target_of(word).ok_or_else(unknown)?;
        let name = || {
            columns
                .target
                .ok_or_else(|| Refusal::NoTarget(word.to_owned()))
        };
        let number = match target {
            Target::Variable => self.tables.variables.intern(name()?),
            Target::Lock => self.tables.locks.intern(name()?),
            Target::Thread => self.tables.threads.intern(name()?),
            Target::Nothing => 0,
        };
        lexer::action(word, number).ok_or_else(unknown)
    }

    /// Follows who has begun, ended and waits.
    fn live(&mut self, thread: ThreadId, action: Action) -> Result<(), Refusal> {
        let name = |thread: ThreadId| self.tables.threads.name(thread.index()).to_owned();
        if self.lives[thread.index()].has_ended {
            return Err(Refusal::Ended(name(thread)));
        }
        if !self.waiting.is_empty()
            && let Some(&(lock, _)) = self.waiting.get(&thread)
            && action != Action::WaitAcquire(lock)
        {
            return Err(Refusal::Waiting(self.lock_name(lock)));
        }
        match action {
            Action::Fork(forked) if self.lives[forked.index()].has_begun => {
                return Err(Refusal::Begun(name(forked)));
            }
            Action::Join(joined) => self.lives[joined.index()].is_joined = true,
            _ => {}
        }
        let life = &mut self.lives[thread.index()];
        life.has_begun = true;
        life.has_ended = action == Action::Exit;
        Ok(())
    }

    /// Follows who holds which lock. False for an event that re-entrancy makes superfluous.
    fn fold(&mut self, thread: ThreadId, action: Action) -> Result<bool, Refusal> {
        let free = Hold {
            owner: thread,
            depth: 0,
        };
        self.holds.resize(self.tables.locks.len(), free);
        match action {
            Action::Request(lock) => Ok(!self.holds_itself(thread, lock)),
            Action::Acquire(lock) | Action::TryAcquire(lock) => self.acquire(thread, lock, 1),
            Action::Release(lock) => self.release(thread, lock),
            Action::WaitRelease(lock) | Action::TimedWaitRelease(lock) => {
                self.owned(thread, lock)?;
                let depth = std::mem::take(&mut self.holds[lock.index()].depth);
                self.waiting.insert(thread, (lock, depth));
                Ok(true)
            }
            Action::WaitAcquire(lock) => {
                let not_waiting = || Refusal::NotWaiting(self.lock_name(lock));
                let wait = self.waiting.get(&thread).copied();
                let wait = wait.filter(|&(waited, _)| waited == lock);
                let (_, depth) = wait.ok_or_else(not_waiting)?;
                self.acquire(thread, lock, depth)?;
                self.waiting.remove(&thread);
                Ok(true)
            }
            Action::Notify(lock) | Action::NotifyAll(lock) => {
                self.owned(thread, lock)?;
                Ok(true)
            }
            _ => Ok(true),
        }
    }

    fn acquire(&mut self, thread: ThreadId, lock: LockId, depth: u32) -> Result<bool, Refusal> {
        let hold = self.holds[lock.index()];
        if hold.depth == 0 {
            self.holds[lock.index()] = Hold {
                owner: thread,
                depth,
            };
            return Ok(true);
        }
        if hold.owner != thread {
            return Err(Refusal::Held {
                lock: self.lock_name(lock),
                owner: self.tables.threads.name(hold.owner.index()).to_owned(),
            });
        }
        self.holds[lock.index()].depth += depth;
        Ok(false)
    }

    fn release(&mut self, thread: ThreadId, lock: LockId) -> Result<bool, Refusal> {
        self.owned(thread, lock)?;
        let hold = &mut self.holds[lock.index()];
        hold.depth -= 1;
        Ok(hold.depth == 0)
    }

    fn owned(&self, thread: ThreadId, lock: LockId) -> Result<(), Refusal> {
        if self.holds_itself(thread, lock) {
            Ok(())
        } else {
            Err(Refusal::NotHeld(self.lock_name(lock)))
        }
    }

    fn holds_itself(&self, thread: ThreadId, lock: LockId) -> bool {
        let hold = self.holds[lock.index()];
        hold.depth > 0 && hold.owner == thread
    }

    fn lock_name(&self, lock: LockId) -> String {
        self.tables.locks.name(lock.index()).to_owned()
    }
}
