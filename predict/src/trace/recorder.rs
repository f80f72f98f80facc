//! From happenings with names to events with numbers.

use std::fmt;

use rustc_hash::FxHashMap;

use super::bindings::Bindings;
use super::lexer::{self, Columns, Target};
use super::{
    Action, ConditionId, ContextId, Event, EventId, Hold, LineId, LockId, Tables, ThreadId, Trace,
    ValueId, VariableId,
};

/// Why a recorder refuses an event: no run of a program can have it there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The word is no operation of STD.
    Unknown(String),
    /// The operation needs a target.
    NoTarget(String),
    /// The operation needs a lock and a condition.
    NoCondition(String),
    /// Another thread holds the lock.
    Held {
        /// The lock.
        lock: String,
        /// The thread that holds it.
        owner: String,
    },
    /// A thread that holds the read side of a lock does not get its write side.
    Upgrade(String),
    /// A thread that holds the lock itself does not fail to get it again.
    HeldItself(String),
    /// A thread that waits would give the read side of the lock back, too.
    ReadSideHeld(String),
    /// The condition is one of another lock.
    OtherLock {
        /// The condition.
        condition: String,
        /// The lock that threads have given back to wait on it.
        lock: String,
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
    /// The target of `event` is no event with its objects.
    Malformed(String),
    /// A name has a bar or a line break, or is empty, or is one of a condition and has a semicolon:
    /// STD cannot say it.
    Unspeakable(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unknown(word) => write!(f, "`{word}` is no operation"),
            Refusal::NoTarget(word) => write!(f, "`{word}` needs a target, as in `{word}(name)`"),
            Refusal::NoCondition(word) => write!(
                f,
                "`{word}` needs a lock and a condition, as in `{word}(lock;condition)`"
            ),
            Refusal::Upgrade(lock) => write!(
                f,
                "the thread holds the read side of the lock `{lock}`, and so cannot get its write side"
            ),
            Refusal::HeldItself(lock) => write!(
                f,
                "the thread holds the lock `{lock}` itself, and so gets it again"
            ),
            Refusal::ReadSideHeld(lock) => write!(
                f,
                "the thread holds the read side of the lock `{lock}` as well: `read_rel({lock})` comes before"
            ),
            Refusal::OtherLock { condition, lock } => {
                write!(
                    f,
                    "the condition `{condition}` belongs to the lock `{lock}`"
                )
            }
            Refusal::Held { lock, owner } => write!(f, "`{owner}` holds the lock `{lock}`"),
            Refusal::NotHeld(lock) => write!(f, "the thread does not hold the lock `{lock}`"),
            Refusal::NotWaiting(lock) => write!(f, "the thread does not wait on the lock `{lock}`"),
            Refusal::Waiting(lock) => write!(f, "the thread waits on the lock `{lock}`"),
            Refusal::Ended(thread) => write!(f, "the thread `{thread}` has ended"),
            Refusal::Begun(thread) => write!(
                f,
                "the thread `{thread}` has begun already: a fork comes before it, and a name is for one thread"
            ),
            Refusal::Malformed(text) => write!(
                f,
                "`{text}` is no property event: write the name and what it binds, as in `lifecycle.send s=Session@1,n=2`"
            ),
            Refusal::Unspeakable(name) => {
                write!(
                    f,
                    "the name `{name}` is empty or has a bar, a line break or a semicolon"
                )
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
    locks: Vec<Lock>,
    /// The lock of each condition, once a thread has waited on it.
    lock_of: FxHashMap<ConditionId, LockId>,
    /// The waits of threads.
    waiting: FxHashMap<ThreadId, Waiting>,
    lives: Vec<Life>,
}

/// A wait of a thread.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    /// The action at its end.
    end: Action,
    lock: LockId,
    /// How deep the thread will hold the lock again.
    depth: u32,
}

/// The state of a thread.
#[derive(Debug, Clone, Copy, Default)]
struct Life {
    has_begun: bool,
    has_ended: bool,
    /// Another thread has waited for its end.
    is_joined: bool,
}

/// The state of a lock: the holds of its threads, each with its depth.
#[derive(Debug, Clone, Default)]
struct Lock {
    /// The thread that has the lock alone.
    owner: Option<(ThreadId, u32)>,
    readers: Vec<(ThreadId, u32)>,
}

impl Lock {
    /// How deep a thread has the lock alone.
    fn depth(&self, thread: ThreadId) -> u32 {
        let owner = self.owner.filter(|&(owner, _)| owner == thread);
        owner.map_or(0, |(_, depth)| depth)
    }

    /// How deep a thread is a reader.
    fn depth_of_reader(&self, thread: ThreadId) -> u32 {
        let reader = self.readers.iter().find(|&&(reader, _)| reader == thread);
        reader.map_or(0, |&(_, depth)| depth)
    }
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

    /// The names so far.
    pub(super) fn tables_mut(&mut self) -> &mut Tables {
        &mut self.tables
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
        let action = self.action(columns)?;
        let Some(action) = self.kept(thread, action)? else {
            return Ok(None);
        };
        let line = self.tables.lines.intern(columns.line).into();
        let accesses = action.access().is_some();
        let value = columns.value.filter(|_| accesses);
        let value = value.map(|value| self.tables.values.intern(value).into());
        Ok(Some(Event {
            thread,
            action,
            line,
            value,
            context: ContextId::UNKNOWN,
        }))
    }

    /// Follows an event, and gives the action that the trace has for it. None if re-entrancy makes it
    /// superfluous.
    fn kept(&mut self, thread: ThreadId, action: Action) -> Result<Option<Action>, Refusal> {
        self.lives
            .resize(self.tables.threads.len(), Life::default());
        self.live(thread, action)?;
        if self.fold(thread, action)? {
            return Ok(Some(action));
        }
        // A join that the thread outlives has given up: this event shows that it does.
        let is_joined = self.lives[thread.index()].is_joined;
        Ok(is_joined.then_some(Action::Step))
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
        if target == Target::LockAndCondition {
            let names = lexer::lock_and_condition(name()?);
            let (lock, condition) = names.ok_or_else(|| Refusal::NoCondition(word.to_owned()))?;
            let lock = self.tables.locks.intern(lock).into();
            let condition = self.tables.conditions.intern(condition).into();
            return lexer::waiting(word, lock, condition).ok_or_else(unknown);
        }
        let number = match target {
            Target::Condition if name()?.contains(';') => {
                return Err(Refusal::Unspeakable(name()?.to_owned()));
            }
            Target::Condition => self.tables.conditions.intern(name()?),
            Target::Variable => self.tables.variables.intern(name()?),
            Target::Lock => self.tables.locks.intern(name()?),
            Target::Thread => self.tables.threads.intern(name()?),
            Target::Event => {
                let text = name()?;
                if Bindings::parse(text).is_none() {
                    return Err(Refusal::Malformed(text.to_owned()));
                }
                self.tables.events.intern(text)
            }
            Target::LockAndCondition | Target::Nothing => 0,
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
            && let Some(waiting) = self.waiting.get(&thread)
            && action != waiting.end
            && !ends_without_notification(action)
        {
            return Err(Refusal::Waiting(self.lock_name(waiting.lock)));
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
        let locks = self.tables.locks.len();
        self.locks.resize(locks, Lock::default());
        if let Some(hold) = action.asked() {
            return Ok(!self.holds(thread, hold));
        }
        if let Some(hold) = action.refused() {
            self.fail(thread, hold)?;
            return Ok(true);
        }
        if action.waits_on().is_some() {
            self.begin_wait(thread, action)?;
            return Ok(true);
        }
        if action.ends_wait() {
            self.end_wait(thread, action)?;
            return Ok(true);
        }
        if let Some(hold) = action.acquired() {
            return self.acquire(thread, hold, 1);
        }
        if let Some(hold) = action.released() {
            return self.release(thread, hold);
        }
        match action {
            Action::Notify(lock) | Action::NotifyAll(lock) => self.owned(thread, lock)?,
            Action::Signal(condition) | Action::SignalAll(condition) => {
                if let Some(&lock) = self.lock_of.get(&condition) {
                    self.owned(thread, lock)?;
                }
            }
            _ => {}
        }
        Ok(true)
    }

    fn begin_wait(&mut self, thread: ThreadId, action: Action) -> Result<(), Refusal> {
        let Some(Hold { lock, .. }) = action.released() else {
            return Ok(());
        };
        let end = match action {
            Action::AwaitRelease(_, condition) | Action::TimedAwaitRelease(_, condition) => {
                self.bind(condition, lock)?;
                Action::AwaitAcquire(lock, condition)
            }
            _ => Action::WaitAcquire(lock),
        };
        self.owned(thread, lock)?;
        if self.locks[lock.index()].depth_of_reader(thread) > 0 {
            return Err(Refusal::ReadSideHeld(self.lock_name(lock)));
        }
        let depth = self.locks[lock.index()].depth(thread);
        self.locks[lock.index()].owner = None;
        self.waiting.insert(thread, Waiting { end, lock, depth });
        Ok(())
    }

    /// A condition belongs to one lock.
    fn bind(&mut self, condition: ConditionId, lock: LockId) -> Result<(), Refusal> {
        let known = *self.lock_of.entry(condition).or_insert(lock);
        if known == lock {
            return Ok(());
        }
        Err(Refusal::OtherLock {
            condition: self.tables.conditions.name(condition.index()).to_owned(),
            lock: self.lock_name(known),
        })
    }

    fn end_wait(&mut self, thread: ThreadId, action: Action) -> Result<(), Refusal> {
        let Some(hold) = action.acquired() else {
            return Ok(());
        };
        let waiting = self.waiting.get(&thread).copied();
        let waiting = waiting.filter(|waiting| waiting.end == action);
        let not_waiting = || Refusal::NotWaiting(self.lock_name(hold.lock));
        let depth = waiting.ok_or_else(not_waiting)?.depth;
        self.acquire(thread, hold, depth)?;
        self.waiting.remove(&thread);
        Ok(())
    }

    fn acquire(&mut self, thread: ThreadId, hold: Hold, depth: u32) -> Result<bool, Refusal> {
        if let Some(owner) = self.other_holder(thread, hold) {
            return Err(Refusal::Held {
                lock: self.lock_name(hold.lock),
                owner: self.tables.threads.name(owner.index()).to_owned(),
            });
        }
        let state = &mut self.locks[hold.lock.index()];
        let before = state.depth(thread);
        if hold.shared {
            let known = state
                .readers
                .iter_mut()
                .find(|(reader, _)| *reader == thread);
            if let Some((_, known)) = known {
                *known += depth;
                return Ok(false);
            }
            state.readers.push((thread, depth));
            return Ok(true);
        }
        if before == 0 && state.depth_of_reader(thread) > 0 {
            return Err(Refusal::Upgrade(self.lock_name(hold.lock)));
        }
        state.owner = Some((thread, before + depth));
        Ok(before == 0)
    }

    /// A `tryLock` fails where it would wait. The log may say that nobody holds the lock: the owner
    /// then has it already, or still, and has not said so.
    fn fail(&self, thread: ThreadId, hold: Hold) -> Result<(), Refusal> {
        let state = &self.locks[hold.lock.index()];
        let reads = hold.shared && state.depth_of_reader(thread) > 0;
        if state.depth(thread) > 0 || reads {
            return Err(Refusal::HeldItself(self.lock_name(hold.lock)));
        }
        Ok(())
    }

    fn release(&mut self, thread: ThreadId, hold: Hold) -> Result<bool, Refusal> {
        if !self.holds(thread, hold) {
            return Err(Refusal::NotHeld(self.lock_name(hold.lock)));
        }
        let state = &mut self.locks[hold.lock.index()];
        if !hold.shared {
            let depth = state.depth(thread) - 1;
            state.owner = (depth > 0).then_some((thread, depth));
            return Ok(depth == 0);
        }
        let depth = state.depth_of_reader(thread) - 1;
        state.readers.retain(|&(reader, _)| reader != thread);
        if depth > 0 {
            state.readers.push((thread, depth));
        }
        Ok(depth == 0)
    }

    fn owned(&self, thread: ThreadId, lock: LockId) -> Result<(), Refusal> {
        if self.holds(thread, Hold::alone(lock)) {
            Ok(())
        } else {
            Err(Refusal::NotHeld(self.lock_name(lock)))
        }
    }

    fn holds(&self, thread: ThreadId, hold: Hold) -> bool {
        let state = &self.locks[hold.lock.index()];
        let depth = if hold.shared {
            state.depth_of_reader(thread)
        } else {
            state.depth(thread)
        };
        depth > 0
    }

    /// Another thread whose hold excludes this one.
    fn other_holder(&self, thread: ThreadId, hold: Hold) -> Option<ThreadId> {
        let state = &self.locks[hold.lock.index()];
        let owner = state.owner.map(|(owner, _)| owner);
        let mut readers = state.readers.iter().map(|&(reader, _)| reader);
        let reader = readers.find(|&reader| reader != thread && !hold.shared);
        owner.filter(|&owner| owner != thread).or(reader)
    }

    fn lock_name(&self, lock: LockId) -> String {
        self.tables.locks.name(lock.index()).to_owned()
    }
}

/// Checks whether a thread that waits may do this before it gets its lock again. The wait then has
/// not ended by a notification, but by an interrupt that the thread has seen, or by itself.
fn ends_without_notification(action: Action) -> bool {
    matches!(
        action,
        Action::VolatileRead(_) | Action::Branch | Action::Step
    )
}

/// Recording by numbers, for recorders whose events have no names of their own.
impl Recorder {
    /// The number of a thread's name.
    pub fn thread_named(&mut self, name: &str) -> ThreadId {
        ThreadId::from_usize(self.tables.threads.intern(name))
    }

    /// The number of a variable's name.
    pub fn variable_named(&mut self, name: &str) -> VariableId {
        VariableId::from_usize(self.tables.variables.intern(name))
    }

    /// The number of a lock's name.
    pub fn lock_named(&mut self, name: &str) -> LockId {
        LockId::from_usize(self.tables.locks.intern(name))
    }

    /// The number of a condition's name.
    pub fn condition_named(&mut self, name: &str) -> ConditionId {
        ConditionId::from_usize(self.tables.conditions.intern(name))
    }

    /// The number of a line's text.
    pub fn line_named(&mut self, text: &str) -> LineId {
        LineId::from_usize(self.tables.lines.intern(text))
    }

    /// The number of a property event's text.
    pub fn event_named(&mut self, text: &str) -> EventId {
        EventId::from_usize(self.tables.events.intern(text))
    }

    /// The number of a value's text.
    pub fn value_named(&mut self, text: &str) -> ValueId {
        ValueId::from_usize(self.tables.values.intern(text))
    }

    /// The number of the context of a method. `caller` is unknown, and `line` empty, if no recorded
    /// method calls it.
    pub fn context_named(&mut self, caller: ContextId, line: &str, method: &str) -> ContextId {
        self.tables.context(caller, line, method)
    }

    /// Follows an event, and gives the one that the trace has for it: nothing if re-entrancy makes it
    /// superfluous. The recorder does not keep it. O(1).
    ///
    /// # Errors
    /// If no run can have the event at this place.
    pub fn follow(&mut self, event: Event) -> Result<Option<Event>, Refusal> {
        let kept = self.kept(event.thread, event.action)?;
        Ok(kept.map(|action| Event {
            action,
            value: event.value.filter(|_| action == event.action),
            ..event
        }))
    }
}
