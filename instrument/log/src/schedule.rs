//! Replays: the order of events that a report has, as the replaying program reads it, and how the
//! replay has ended.
//!
//! The program is woven as for a recording. With `RESIDUA_REPLAY` it records nothing: its threads
//! stop before their events until the order lets them go on (`Replay.java`).
//!
//! An event waits for those before it that it depends on: conflicting accesses, events of its lock or
//! condition, the fork of its thread, the end of a thread that it joins. Orders that keep these are
//! equivalent (Mazurkiewicz 1977), and some of them are easier for a program to come to: a thread of
//! a pool begins when the pool likes it to.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use predict::trace::{Action, ConditionId, Event, LockId, ThreadId, Trace, VariableId};
use predict::{Kind, Positions};
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::kind;

/// The variable of the environment that names the file of a schedule.
pub const SCHEDULE: &str = "RESIDUA_REPLAY";

/// An order of events that leads to a report, with the events that its threads are before at the end.
#[derive(Debug, Clone)]
pub struct Schedule {
    text: String,
    events: usize,
}

/// A report does not belong to the trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the event {0} of the report is none of the run")]
pub struct Foreign(pub usize);

impl Schedule {
    /// The schedule of a report of `kind` about `events`, by positions in the trace, to which
    /// `witness` leads. O(length of the trace).
    ///
    /// # Errors
    /// A position is none of the trace.
    ///
    /// ```
    /// use predict::{Settings, predict};
    /// use recording::Schedule;
    ///
    /// let text = "T0|fork(T1)|1\nT0|w(x)|2\nT1|w(x)|9\n";
    /// let (trace, _) = predict::trace::read("run.std", text.as_bytes()).unwrap();
    /// let report = &predict(&trace, &Settings::default()).reports[0];
    /// let schedule = Schedule::new(&trace, report.kind, &report.events, &report.witness)?;
    /// assert_eq!(schedule.events(), 1);
    /// # Ok::<(), recording::Foreign>(())
    /// ```
    pub fn new(
        trace: &Trace,
        kind: Kind,
        events: &[usize],
        witness: &Positions,
    ) -> Result<Self, Foreign> {
        let mut rows = Rows::new(trace);
        for position in witness.iter() {
            rows.add("event", position)?;
        }
        let number = rows.events;
        for &position in events {
            match kind {
                Kind::Race => rows.add("last", position)?,
                Kind::Deadlock => rows.waits(position)?,
                // These are about events of the order itself.
                Kind::Atomicity | Kind::Property => {}
            }
        }
        let head = format!("kind\t{}\n", kind.word());
        Ok(Schedule {
            text: head + &rows.text,
            events: number,
        })
    }

    /// The number of events of the order.
    pub fn events(&self) -> usize {
        self.events
    }

    /// The text for the program, which gives up after so many milliseconds in which nothing happens.
    pub fn text(&self, patience: u64) -> String {
        format!("patience\t{patience}\n{}", self.text)
    }
}

/// The rows of a schedule.
struct Rows<'t> {
    trace: &'t Trace,
    keys: FxHashMap<ThreadId, String>,
    text: String,
    threads: FxHashMap<ThreadId, usize>,
    lines: FxHashMap<u32, usize>,
    events: usize,
    order: Order,
}

/// The latest events of the order so far, by their numbers.
#[derive(Default)]
struct Order {
    /// The latest write of each variable, and the reads after it.
    accesses: FxHashMap<VariableId, (Option<usize>, Vec<usize>)>,
    /// The latest event of each lock.
    locks: FxHashMap<LockId, usize>,
    /// The latest event of a property.
    event: Option<usize>,
    /// The latest event of each condition.
    conditions: FxHashMap<ConditionId, usize>,
    forks: FxHashMap<ThreadId, usize>,
    /// The latest event of each thread.
    threads: FxHashMap<ThreadId, usize>,
}

impl Order {
    /// Adds an event. Gives the numbers of those that it depends on, without those of its own thread.
    fn add(&mut self, number: usize, thread: ThreadId, action: Action) -> Vec<usize> {
        let mut before: Vec<usize> = Vec::new();
        if !self.threads.contains_key(&thread) {
            before.extend(self.forks.get(&thread));
        }
        if let Some(access) = action.access() {
            let (write, reads) = self.accesses.entry(access.variable).or_default();
            before.extend(*write);
            if access.writes {
                before.append(reads);
                *write = Some(number);
            } else {
                reads.push(number);
            }
        }
        if action.asked().is_none()
            && let Some(lock) = lock_of(action)
        {
            before.extend(self.locks.insert(lock, number));
        }
        if let Some(condition) = condition_of(action) {
            before.extend(self.conditions.insert(condition, number));
        }
        match action {
            Action::Fork(started) => {
                self.forks.insert(started, number);
            }
            Action::Event(_) => before.extend(self.event.replace(number)),
            Action::Join(joined) => before.extend(self.threads.get(&joined)),
            _ => {}
        }
        self.threads.insert(thread, number);
        before.sort_unstable();
        before.dedup();
        before
    }
}

/// The lock that an action is about.
fn lock_of(action: Action) -> Option<LockId> {
    let hold = action.acquired().or(action.released()).or(action.refused());
    match action {
        Action::Notify(lock) | Action::NotifyAll(lock) => Some(lock),
        _ => hold.map(|hold| hold.lock),
    }
}

/// The condition that an action is about.
fn condition_of(action: Action) -> Option<ConditionId> {
    match action {
        Action::AwaitRelease(_, condition)
        | Action::TimedAwaitRelease(_, condition)
        | Action::AwaitAcquire(_, condition)
        | Action::Signal(condition)
        | Action::SignalAll(condition) => Some(condition),
        _ => None,
    }
}

impl<'t> Rows<'t> {
    fn new(trace: &'t Trace) -> Self {
        Rows {
            trace,
            keys: keys(trace),
            text: String::new(),
            threads: FxHashMap::default(),
            lines: FxHashMap::default(),
            events: 0,
            order: Order::default(),
        }
    }

    /// The number of a thread, with a row at its first use.
    fn thread(&mut self, thread: ThreadId) -> usize {
        let next = self.threads.len();
        let key = &self.keys[&thread];
        let text = &mut self.text;
        *self.threads.entry(thread).or_insert_with(|| {
            let _ = writeln!(text, "thread\t{key}");
            next
        })
    }

    fn event(&self, position: usize) -> Result<Event, Foreign> {
        let event = self.trace.events.get(position).copied();
        event.ok_or(Foreign(position))
    }

    fn waits(&mut self, position: usize) -> Result<(), Foreign> {
        let event = self.event(position)?;
        let thread = self.thread(event.thread);
        let _ = writeln!(self.text, "waits\t{thread}");
        Ok(())
    }

    fn add(&mut self, word: &str, position: usize) -> Result<(), Foreign> {
        let event = self.event(position)?;
        let Some(kind) = kind_of(event.action) else {
            return Ok(());
        };
        let thread = self.thread(event.thread);
        let text = &mut self.text;
        let next = self.lines.len();
        let name = self.trace.tables.lines.name(event.line.index());
        let line = *self.lines.entry(event.line.raw()).or_insert_with(|| {
            let _ = writeln!(text, "line\t{name}");
            next
        });
        let _ = write!(text, "{word}\t{thread}\t{kind}\t{line}\t");
        if word == "event" {
            let before = self.order.add(self.events, event.thread, event.action);
            let before: Vec<String> = before.iter().map(usize::to_string).collect();
            text.push_str(&before.join(","));
            self.events += 1;
        }
        text.push('\n');
        Ok(())
    }
}

/// The number of an action's kind. None for what has no place in an order, and for what the recorder
/// never logs.
fn kind_of(action: Action) -> Option<u8> {
    Some(match action {
        Action::Read(_) => kind::READ,
        Action::Write(_) => kind::WRITE,
        Action::VolatileRead(_) => kind::VOLATILE_READ,
        Action::VolatileWrite(_) => kind::VOLATILE_WRITE,
        Action::Update(_) => kind::UPDATE,
        Action::CompareAndSet(_) => kind::COMPARE_AND_SET,
        Action::Request(_) => kind::REQUEST,
        Action::Acquire(_) => kind::ACQUIRE,
        Action::TryAcquire(_) => kind::TRY_ACQUIRE,
        Action::TryFail(_) => kind::TRY_FAIL,
        Action::Release(_) => kind::RELEASE,
        Action::ReadRequest(_) => kind::READ_REQUEST,
        Action::ReadAcquire(_) => kind::READ_ACQUIRE,
        Action::TryReadAcquire(_) => kind::TRY_READ_ACQUIRE,
        Action::TryReadFail(_) => kind::TRY_READ_FAIL,
        Action::ReadRelease(_) => kind::READ_RELEASE,
        Action::WaitRelease(_) | Action::AwaitRelease(..) => kind::WAIT_RELEASE,
        Action::TimedWaitRelease(_) | Action::TimedAwaitRelease(..) => kind::TIMED_WAIT_RELEASE,
        Action::WaitAcquire(_) | Action::AwaitAcquire(..) => kind::WAIT_ACQUIRE,
        Action::Notify(_) | Action::Signal(_) => kind::NOTIFY,
        Action::NotifyAll(_) | Action::SignalAll(_) => kind::NOTIFY_ALL,
        Action::Fork(_) => kind::FORK,
        Action::Join(_) => kind::JOIN,
        Action::Branch => kind::BRANCH,
        Action::Step => kind::STEP,
        // Nothing may wait for the begin of a thread that the library starts: the log has it too early.
        // Nor need it wait for a call of the library that nothing is known of.
        Action::Start
        | Action::Exit
        | Action::Begin
        | Action::End
        | Action::Peek(_)
        | Action::Touch(_) => {
            return None;
        }
        Action::Event(_) => kind::EVENT,
    })
}

/// For each thread a name that another run of the program gives the same thread: the path of those
/// that have started it, each with its number among those of the same name.
fn keys(trace: &Trace) -> FxHashMap<ThreadId, String> {
    let mut keys: FxHashMap<ThreadId, String> = FxHashMap::default();
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    let mut numbered = |key: String| {
        let count = counts.entry(key.clone()).or_insert(0);
        *count += 1;
        format!("{key}#{count}")
    };
    let base = |thread: ThreadId| base_of(trace.tables.threads.name(thread.index()));
    for event in &trace.events {
        let thread = event.thread;
        let own = keys.entry(thread);
        let own = own.or_insert_with(|| numbered(base(thread).to_owned()));
        if let Action::Fork(started) = event.action {
            let path = format!("{own}/{}", base(started));
            let key = keys.entry(started);
            key.or_insert_with(|| numbered(path));
        }
    }
    keys
}

/// The name of a thread without the number that the log gives the second one of a name.
fn base_of(name: &str) -> &str {
    match name.rsplit_once('#') {
        Some((base, digits))
            if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            if base.is_empty() { "_" } else { base }
        }
        _ => name,
    }
}

/// The end of a replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The program has come to what the report says.
    Confirmed,
    /// A thread has done something else than in the recorded run.
    Left {
        /// The events of the order that have happened.
        events: usize,
        /// The thread.
        thread: String,
        /// The event of the order.
        expected: String,
        /// The event of the thread.
        found: String,
    },
    /// Nothing happened any more.
    Stuck {
        /// The events of the order that have happened.
        events: usize,
        /// The thread that should go on.
        thread: String,
        /// The event of the order.
        expected: String,
        /// The state of the thread.
        state: String,
    },
    /// The program has ended before.
    Ended {
        /// The events of the order that have happened.
        events: usize,
    },
    /// No recorded class was run.
    NotWoven,
}

impl Verdict {
    /// The verdict of a run of the program with the schedule in a file.
    pub fn of(schedule: &Path) -> Verdict {
        let Ok(text) = std::fs::read_to_string(beside(schedule)) else {
            return Verdict::NotWoven;
        };
        let mut columns = text.trim_end_matches('\n').split('\t').map(str::to_owned);
        let word = columns.next().unwrap_or_default();
        let events = columns.next().and_then(|number| number.parse().ok());
        let events = events.unwrap_or(0);
        let mut next = || columns.next().unwrap_or_default();
        match &*word {
            "confirmed" => Verdict::Confirmed,
            "left" => Verdict::Left {
                events,
                thread: next(),
                expected: next(),
                found: next(),
            },
            "stuck" => Verdict::Stuck {
                events,
                thread: next(),
                expected: next(),
                state: next(),
            },
            _ => Verdict::Ended { events },
        }
    }
}

/// The file of the verdict.
fn beside(schedule: &Path) -> PathBuf {
    let mut name = schedule.as_os_str().to_owned();
    name.push(".verdict");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(text: &str) -> Trace {
        let read = predict::trace::read("run.std", text.as_bytes());
        read.expect("a trace").0
    }

    #[test]
    fn threads_of_one_name_are_told_apart_by_who_starts_them() {
        let trace = trace(
            "main|fork(w)|1\nmain|fork(w#2)|2\nw|fork(v)|3\nw#2|fork(v#2)|4\nv|w(x)|5\nv#2|w(x)|6\npool|w(x)|7\n",
        );
        let keys = keys(&trace);
        let mut keys: Vec<&str> = keys.values().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(
            keys,
            [
                "main#1",
                "main#1/w#1",
                "main#1/w#1/v#1",
                "main#1/w#2",
                "main#1/w#2/v#1",
                "pool#1"
            ]
        );
    }

    #[test]
    fn accesses_of_a_race_come_last() {
        let trace = trace("T0|fork(T1)|1\nT0|w(x)|2\nT1|w(x)|9\n");
        let witness = Positions::new(&[0]);
        let schedule = Schedule::new(&trace, Kind::Race, &[1, 2], &witness).expect("a schedule");
        assert_eq!(
            schedule.text(7),
            "patience\t7\nkind\trace\nthread\tT0#1\nline\t1\nevent\t0\t17\t0\t\nline\t2\nlast\t0\t2\t1\t\n\
             thread\tT0#1/T1#1\nline\t9\nlast\t1\t2\t2\t\n"
        );
        assert_eq!(schedule.events(), 1);
    }

    #[test]
    fn events_wait_for_those_that_they_depend_on() {
        let trace = trace(
            "T0|fork(T1)|1\nT1|r(x)|2\nT2|r(x)|3\nT0|w(x)|4\nT0|acq(l)|5\nT0|rel(l)|6\nT1|acq(l)|7\nT0|r(y)|8\n\
             T1|rel(l)|9\nT0|join(T1)|10\n",
        );
        let all: Vec<usize> = (0..trace.events.len()).collect();
        let witness = Positions::new(&all);
        let schedule = Schedule::new(&trace, Kind::Atomicity, &[], &witness).expect("a schedule");
        let text = schedule.text(1);
        let rows = text.lines().filter(|row| row.starts_with("event"));
        let before: Vec<&str> = rows.map(|row| row.rsplit('\t').next().unwrap()).collect();
        assert_eq!(before, ["", "0", "", "1,2", "", "4", "5", "", "6", "8"]);
    }

    #[test]
    fn positions_of_other_runs_are_refused() {
        let trace = trace("T0|fork(T1)|1\n");
        let schedule = Schedule::new(&trace, Kind::Race, &[5], &Positions::new(&[0]));
        assert_eq!(schedule.map(|s| s.events()), Err(Foreign(5)));
    }

    #[test]
    fn verdicts_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let schedule = folder.path().join("schedule");
        assert_eq!(Verdict::of(&schedule), Verdict::NotWoven);
        let verdict = |text: &str| {
            std::fs::write(beside(&schedule), text).expect("a file");
            Verdict::of(&schedule)
        };
        assert_eq!(verdict("confirmed\t3\n"), Verdict::Confirmed);
        assert_eq!(verdict("ended\t3\n"), Verdict::Ended { events: 3 });
        let left = Verdict::Left {
            events: 2,
            thread: "T0#1".to_owned(),
            expected: "a read at 3".to_owned(),
            found: "a write at 4".to_owned(),
        };
        assert_eq!(verdict("left\t2\tT0#1\ta read at 3\ta write at 4\n"), left);
        let stuck = Verdict::Stuck {
            events: 2,
            thread: String::new(),
            expected: String::new(),
            state: String::new(),
        };
        assert_eq!(verdict("stuck\t2\t\t\t\n"), stuck);
    }
}
