//! Events as columns, and back.

use super::numbers::{Numbers, put, put_distance};
use crate::trace::{
    Action, ConditionId, ContextId, Event, EventId, LineId, LockId, Tables, ThreadId, ValueId,
    VariableId,
};

/// The number of tables of names.
pub const TABLES: usize = 8;

/// The tables that every block has. Those of property events and of contexts may be left out at the end.
const ALWAYS: usize = 6;

/// The mark of an event with a value.
const WITH_VALUE: u8 = 128;

/// The kind of a target: each has numbers of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Variable(u32),
    Lock(u32),
    Thread(u32),
    Condition(u32),
    LockAndCondition(u32, u32),
    Event(u32),
    Nothing,
}

/// The number of an action, and its target. The numbers are part of the format.
fn parts(action: Action) -> (u8, Target) {
    let variable = |id: VariableId| Target::Variable(id.raw());
    let lock = |id: LockId| Target::Lock(id.raw());
    let thread = |id: ThreadId| Target::Thread(id.raw());
    let condition = |id: ConditionId| Target::Condition(id.raw());
    let both = |lock: LockId, id: ConditionId| Target::LockAndCondition(lock.raw(), id.raw());
    match action {
        Action::Read(id) => (0, variable(id)),
        Action::Write(id) => (1, variable(id)),
        Action::VolatileRead(id) => (2, variable(id)),
        Action::VolatileWrite(id) => (3, variable(id)),
        Action::Update(id) => (4, variable(id)),
        Action::Request(id) => (5, lock(id)),
        Action::Acquire(id) => (6, lock(id)),
        Action::Release(id) => (7, lock(id)),
        Action::WaitRelease(id) => (8, lock(id)),
        Action::WaitAcquire(id) => (9, lock(id)),
        Action::Notify(id) => (10, lock(id)),
        Action::NotifyAll(id) => (11, lock(id)),
        Action::Fork(id) => (12, thread(id)),
        Action::Join(id) => (13, thread(id)),
        Action::Start => (14, Target::Nothing),
        Action::Exit => (15, Target::Nothing),
        Action::Begin => (16, Target::Nothing),
        Action::End => (17, Target::Nothing),
        Action::Branch => (18, Target::Nothing),
        Action::CompareAndSet(id) => (19, variable(id)),
        Action::TryAcquire(id) => (20, lock(id)),
        Action::TimedWaitRelease(id) => (21, lock(id)),
        Action::Step => (22, Target::Nothing),
        Action::ReadRequest(id) => (23, lock(id)),
        Action::ReadAcquire(id) => (24, lock(id)),
        Action::ReadRelease(id) => (25, lock(id)),
        Action::TryReadAcquire(id) => (26, lock(id)),
        Action::TryFail(id) => (27, lock(id)),
        Action::TryReadFail(id) => (28, lock(id)),
        Action::AwaitRelease(id, of) => (29, both(id, of)),
        Action::TimedAwaitRelease(id, of) => (30, both(id, of)),
        Action::AwaitAcquire(id, of) => (31, both(id, of)),
        Action::Signal(id) => (32, condition(id)),
        Action::SignalAll(id) => (33, condition(id)),
        Action::Touch(id) => (34, variable(id)),
        Action::Peek(id) => (35, variable(id)),
        Action::Event(id) => (64, Target::Event(id.raw())),
    }
}

/// The numbers of a thread that the next distances count from.
#[derive(Debug, Clone, Copy, Default)]
struct Last {
    variable: u32,
    lock: u32,
    thread: u32,
    condition: u32,
    event: u32,
    line: u32,
    context: u32,
}

/// The numbers of each thread.
#[derive(Debug, Default)]
struct Lasts(Vec<Last>);

impl Lasts {
    fn of(&mut self, thread: ThreadId) -> &mut Last {
        if self.0.len() <= thread.index() {
            self.0.resize(thread.index() + 1, Last::default());
        }
        &mut self.0[thread.index()]
    }
}

/// The column of contexts: they change seldom, so it has the changes.
#[derive(Debug, Default)]
struct Changes {
    column: Vec<u8>,
    /// The events since the last change.
    events: u32,
}

impl Changes {
    fn push(&mut self, last: &mut u32, context: u32) {
        if *last != context {
            put(&mut self.column, self.events);
            put_distance(&mut self.column, *last, context);
            *last = context;
            self.events = 0;
        }
        self.events += 1;
    }
}

/// The contexts of events, from their column.
struct Contexts<'c> {
    column: Numbers<'c>,
    /// The events up to the next change; none if there is no other one.
    left: Option<u32>,
}

impl<'c> Contexts<'c> {
    /// None where the column is damaged.
    fn new(column: Numbers<'c>) -> Option<Self> {
        let mut contexts = Contexts { column, left: None };
        contexts.advance()?;
        Some(contexts)
    }

    fn advance(&mut self) -> Option<()> {
        self.left = if self.column.is_at_end() {
            None
        } else {
            Some(self.column.next()?)
        };
        Some(())
    }

    /// The context of the next event. None where the column is damaged.
    #[inline]
    fn next(&mut self, last: &mut u32, size: u32) -> Option<ContextId> {
        if self.left == Some(0) {
            // Context 0 is the unknown one.
            *last = self.column.next_from(*last).filter(|&id| id <= size)?;
            self.advance()?;
        }
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(1)?;
        }
        Some(ContextId::of_raw(*last))
    }

    fn is_at_end(&self) -> bool {
        self.left.is_none()
    }
}

/// The columns of events, in the order of the format. O(events).
pub fn packed(events: &[Event]) -> Vec<u8> {
    let [mut threads, mut actions, mut targets, mut lines, mut values]: [Vec<u8>; 5] =
        Default::default();
    let mut contexts = Changes::default();
    let mut lasts = Lasts::default();

    for run in events.chunk_by(|one, next| one.thread == next.thread) {
        put(&mut threads, run[0].thread.raw());
        put(&mut threads, run.len() as u32);
        let last = lasts.of(run[0].thread);
        for event in run {
            let (number, target) = parts(event.action);
            let mark = if event.value.is_some() { WITH_VALUE } else { 0 };
            actions.push(number | mark);
            let mut target_is = |before: &mut u32, id: u32| {
                put_distance(&mut targets, *before, id);
                *before = id;
            };
            match target {
                Target::Variable(id) => target_is(&mut last.variable, id),
                Target::Lock(id) => target_is(&mut last.lock, id),
                Target::Thread(id) => target_is(&mut last.thread, id),
                Target::Condition(id) => target_is(&mut last.condition, id),
                Target::Event(id) => target_is(&mut last.event, id),
                Target::LockAndCondition(lock, id) => {
                    target_is(&mut last.lock, lock);
                    target_is(&mut last.condition, id);
                }
                Target::Nothing => {}
            }
            put_distance(&mut lines, last.line, event.line.raw());
            last.line = event.line.raw();
            if let Some(value) = event.value {
                put(&mut values, value.raw());
            }
            contexts.push(&mut last.context, event.context.raw());
        }
    }

    let mut out = Vec::new();
    let contexts = contexts.column;
    for column in [threads, actions, targets, lines, values, contexts] {
        put(&mut out, column.len() as u32);
        out.extend(column);
    }
    out
}

/// Takes the events from their columns, whose ids are those of `tables`. O(events).
///
/// None where the columns are damaged. `events` has some of them then.
pub fn unpack(
    columns: &[u8],
    count: usize,
    tables: &Tables,
    events: &mut Vec<Event>,
) -> Option<()> {
    let mut all = Numbers::new(columns);
    let mut column = || {
        let length = all.next()?;
        all.take(length as usize).map(Numbers::new)
    };
    let mut threads = column()?;
    let mut columns = [column()?, column()?, column()?, column()?];
    let mut contexts = Contexts::new(column()?)?;
    let sizes = Sizes::of(tables);
    let mut lasts = Lasts::default();
    let mut left = count;

    while left > 0 {
        let (thread, length) = (threads.next()?, threads.next()? as usize);
        if thread >= sizes.threads || length == 0 || length > left {
            return None;
        }
        let thread = ThreadId::from_usize(thread as usize);
        let last = lasts.of(thread);
        for _ in 0..length {
            let mut event = event(thread, &mut columns, last, &sizes)?;
            event.context = contexts.next(&mut last.context, sizes.contexts)?;
            events.push(event);
        }
        left -= length;
    }

    let are_read =
        columns.iter().all(Numbers::is_at_end) && threads.is_at_end() && contexts.is_at_end();
    (are_read && all.is_at_end()).then_some(())
}

/// The numbers of names.
struct Sizes {
    threads: u32,
    variables: u32,
    locks: u32,
    conditions: u32,
    lines: u32,
    values: u32,
    events: u32,
    contexts: u32,
}

impl Sizes {
    fn of(tables: &Tables) -> Self {
        let [
            threads,
            variables,
            locks,
            conditions,
            lines,
            values,
            events,
            contexts,
        ] = tables.all().map(|names| names.len() as u32);
        Sizes {
            threads,
            variables,
            locks,
            conditions,
            lines,
            values,
            events,
            contexts,
        }
    }
}

#[inline]
fn event(
    thread: ThreadId,
    [actions, targets, lines, values]: &mut [Numbers<'_>; 4],
    last: &mut Last,
    sizes: &Sizes,
) -> Option<Event> {
    let marked = actions.take(1)?[0];
    let mut next = |before: &mut u32, size: u32| {
        let id = targets.next_from(*before).filter(|&id| id < size)?;
        *before = id;
        Some(id as usize)
    };
    let action = match marked & !WITH_VALUE {
        number @ (0..=4 | 19 | 34..=35) => {
            let id = VariableId::from_usize(next(&mut last.variable, sizes.variables)?);
            match number {
                0 => Action::Read(id),
                1 => Action::Write(id),
                2 => Action::VolatileRead(id),
                3 => Action::VolatileWrite(id),
                4 => Action::Update(id),
                34 => Action::Touch(id),
                35 => Action::Peek(id),
                _ => Action::CompareAndSet(id),
            }
        }
        number @ (5..=11 | 20..=21 | 23..=28) => {
            let id = LockId::from_usize(next(&mut last.lock, sizes.locks)?);
            match number {
                5 => Action::Request(id),
                6 => Action::Acquire(id),
                7 => Action::Release(id),
                8 => Action::WaitRelease(id),
                9 => Action::WaitAcquire(id),
                10 => Action::Notify(id),
                11 => Action::NotifyAll(id),
                20 => Action::TryAcquire(id),
                21 => Action::TimedWaitRelease(id),
                23 => Action::ReadRequest(id),
                24 => Action::ReadAcquire(id),
                25 => Action::ReadRelease(id),
                26 => Action::TryReadAcquire(id),
                27 => Action::TryFail(id),
                _ => Action::TryReadFail(id),
            }
        }
        number @ 29..=31 => {
            let lock = LockId::from_usize(next(&mut last.lock, sizes.locks)?);
            let id = ConditionId::from_usize(next(&mut last.condition, sizes.conditions)?);
            match number {
                29 => Action::AwaitRelease(lock, id),
                30 => Action::TimedAwaitRelease(lock, id),
                _ => Action::AwaitAcquire(lock, id),
            }
        }
        number @ 32..=33 => {
            let id = ConditionId::from_usize(next(&mut last.condition, sizes.conditions)?);
            if number == 32 {
                Action::Signal(id)
            } else {
                Action::SignalAll(id)
            }
        }
        number @ 12..=13 => {
            let id = ThreadId::from_usize(next(&mut last.thread, sizes.threads)?);
            if number == 12 {
                Action::Fork(id)
            } else {
                Action::Join(id)
            }
        }
        14 => Action::Start,
        15 => Action::Exit,
        16 => Action::Begin,
        17 => Action::End,
        18 => Action::Branch,
        22 => Action::Step,
        64 => Action::Event(EventId::from_usize(next(&mut last.event, sizes.events)?)),
        _ => return None,
    };

    let line = lines.next_from(last.line).filter(|&id| id < sizes.lines)?;
    last.line = line;
    let value = if marked & WITH_VALUE == 0 {
        None
    } else {
        let value = values.next().filter(|&id| id < sizes.values)?;
        Some(ValueId::from_usize(value as usize))
    };
    Some(Event {
        thread,
        action,
        line: LineId::from_usize(line as usize),
        value,
        context: ContextId::UNKNOWN,
    })
}

/// The names behind those that are `written` already. O(their length).
pub fn packed_names(tables: &Tables, written: &mut [usize; TABLES]) -> Vec<u8> {
    let mut out = Vec::new();
    let all = tables.all();
    let last = (0..TABLES).rfind(|&number| all[number].len() > written[number]);
    let count = last.map_or(0, |last| last + 1).max(ALWAYS);
    for (names, written) in all.into_iter().zip(written).take(count) {
        put(&mut out, (names.len() - *written) as u32);
        for number in *written..names.len() {
            let name = names.name(number);
            put(&mut out, name.len() as u32);
            out.extend(name.as_bytes());
        }
        *written = names.len();
    }
    out
}

/// Adds names to the tables. None where they are damaged.
pub fn unpack_names(bytes: &[u8], tables: &mut Tables) -> Option<()> {
    let mut bytes = Numbers::new(bytes);
    for (number, names) in tables.all_mut().into_iter().enumerate() {
        if number >= ALWAYS && bytes.is_at_end() {
            break;
        }
        for _ in 0..bytes.next()? {
            let length = bytes.next()?;
            let name = std::str::from_utf8(bytes.take(length as usize)?).ok()?;
            let expected = names.len();
            // A name that is there already would move the numbers of all that follow.
            if names.intern(name) != expected {
                return None;
            }
        }
    }
    bytes.is_at_end().then_some(())
}
