//! Races by the schedulable happens-before order, in one pass over the events of a run (Mathur,
//! Kini and Viswanathan, OOPSLA 2018).
//!
//! The order has the order of threads, of sections of locks, of forks, joins and waits, and of
//! writes before the reads that saw them. Two conflicting accesses without an order can be next to
//! each other. Accesses of one thread have one component in the clock, so most checks compare two
//! numbers (epochs; Flanagan and Freund, PLDI 2009).
//!
//! The detector stores clocks of threads, locks and last writes, and of each variable the last
//! access of each thread. It does not store the run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::report::Positions;
use crate::trace::{Access, Action, Event, Hold, LineId, VariableId};

/// A vector clock.
type Clock = Vec<u32>;

/// A detector that is given the events of a run one by one.
///
/// ```
/// use predict::{shb::Detector, trace::Reader};
///
/// let mut reader = Reader::new("run.std", "T0|w(x)|3\nT1|r(x)|7\n".as_bytes());
/// let mut detector = Detector::default();
/// while let Some(event) = reader.next_event()? {
///     detector.observe(event);
/// }
/// let lines = detector.races().map(|lines| lines.map(|line| reader.tables().lines.name(line.index())));
/// assert_eq!(lines.collect::<Vec<_>>(), [["3", "7"]]);
/// # Ok::<(), text::Diagnostic>(())
/// ```
#[derive(Debug, Default)]
pub struct Detector {
    threads: Vec<Clock>,
    has_begun: Vec<bool>,
    locks: Vec<Lock>,
    /// The threads that wait on each condition.
    waiting: Vec<Vec<usize>>,
    variables: Vec<Variable>,
    races: BTreeMap<[LineId; 2], Race>,
    racy_events: u64,
    events: u64,
}

/// The first race of two lines.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Race {
    /// The positions of the earlier and the later access.
    pub positions: [usize; 2],
    pub threads: [usize; 2],
    pub variable: usize,
    /// The clock of the later access.
    clock: Clock,
}

/// The sections of a lock so far.
#[derive(Debug, Default)]
struct Lock {
    owner: Option<usize>,
    readers: Vec<usize>,
    /// The clock of the last release by a thread that had the lock alone.
    alone: Clock,
    /// The clock of all releases by readers.
    shared: Clock,
}

/// The last accesses of a variable.
#[derive(Debug, Default)]
struct Variable {
    /// The thread and the clock of the last write.
    writer: Option<usize>,
    written: Clock,
    /// The last write and the last read of each thread.
    writes: Vec<Last>,
    reads: Vec<Last>,
    /// The last write, if it is a compare-and-set.
    update: Option<Last>,
}

/// The last access of a thread.
#[derive(Debug, Clone, Copy)]
struct Last {
    thread: u32,
    /// The component of the thread in its own clock.
    time: u32,
    line: LineId,
    volatile: bool,
    /// The position of the access.
    position: u32,
}

impl Detector {
    /// Follows the next event.
    pub fn observe(&mut self, event: Event) {
        let thread = event.thread.index();
        self.begin(thread);
        *at(&mut self.has_begun, thread) = true;
        if let Some(hold) = event.action.acquired() {
            self.acquire(thread, hold);
        }
        if let Some(hold) = event.action.released() {
            self.release(thread, hold);
        }
        if let Some(hold) = event.action.refused() {
            self.fail(thread, hold);
        }
        match event.action {
            Action::AwaitRelease(_, condition) | Action::TimedAwaitRelease(_, condition) => {
                at(&mut self.waiting, condition.index()).push(thread);
            }
            Action::AwaitAcquire(_, condition) => {
                at(&mut self.waiting, condition.index()).retain(|&waiting| waiting != thread);
            }
            // An interrupt of one of them may decide which of them it wakes.
            Action::Signal(condition) if at(&mut self.waiting, condition.index()).len() > 1 => {
                self.after_all(thread);
            }
            Action::Fork(forked) => self.before(thread, forked.index()),
            // It found no thread that lives.
            Action::Join(joined) if !*at(&mut self.has_begun, joined.index()) => {
                self.before(thread, joined.index());
            }
            Action::Join(joined) => {
                self.begin(joined.index());
                let clock = self.threads[joined.index()].clone();
                join(&mut self.threads[thread], &clock);
                // It may have given up waiting for a thread that goes on.
                self.threads[joined.index()][joined.index()] += 1;
            }
            action => {
                if let Some(access) = action.access() {
                    self.access(event, access);
                }
            }
        }
        self.events += 1;
    }

    fn acquire(&mut self, thread: usize, hold: Hold) {
        let lock = at(&mut self.locks, hold.lock.index());
        join(&mut self.threads[thread], &lock.alone);
        if hold.shared {
            lock.readers.push(thread);
        } else {
            join(&mut self.threads[thread], &lock.shared);
            lock.owner = Some(thread);
        }
    }

    fn release(&mut self, thread: usize, hold: Hold) {
        let lock = at(&mut self.locks, hold.lock.index());
        if hold.shared {
            join(&mut lock.shared, &self.threads[thread]);
            lock.readers.retain(|&reader| reader != thread);
        } else {
            lock.alone.clone_from(&self.threads[thread]);
            lock.owner = None;
        }
        self.threads[thread][thread] += 1;
    }

    /// An attempt to get a lock fails after all that a thread has done that holds the lock. If the log
    /// says of none, the attempt comes after all before it.
    fn fail(&mut self, thread: usize, hold: Hold) {
        let lock = at(&mut self.locks, hold.lock.index());
        let readers = lock.readers.iter().filter(|_| !hold.shared);
        if lock.readers.contains(&thread) && !hold.shared {
            return;
        }
        if let Some(&holder) = lock.owner.iter().chain(readers).next() {
            let clock = self.threads[holder].clone();
            join(&mut self.threads[thread], &clock);
            self.threads[holder][holder] += 1;
            return;
        }
        self.after_all(thread);
    }

    /// Orders all that has happened before what a thread will do.
    fn after_all(&mut self, thread: usize) {
        let mut all = Clock::new();
        for other in 0..self.threads.len() {
            self.begin(other);
            join(&mut all, &self.threads[other]);
            self.threads[other][other] += 1;
        }
        join(&mut self.threads[thread], &all);
    }

    /// Orders what a thread has done before all that another one will do.
    fn before(&mut self, thread: usize, other: usize) {
        self.begin(other);
        let clock = self.threads[thread].clone();
        join(&mut self.threads[other], &clock);
        self.threads[thread][thread] += 1;
    }

    /// The pairs of lines with a race.
    pub fn races(&self) -> impl Iterator<Item = [LineId; 2]> + '_ {
        self.races.keys().copied()
    }

    /// The first race of each pair of lines.
    pub(crate) fn first_races(&self) -> &BTreeMap<[LineId; 2], Race> {
        &self.races
    }

    /// The number of accesses that race with an earlier one.
    pub fn racy_events(&self) -> u64 {
        self.racy_events
    }

    /// Gives a thread its clock.
    fn begin(&mut self, thread: usize) {
        let clock = at(&mut self.threads, thread);
        if clock.len() <= thread {
            clock.resize(thread + 1, 0);
            clock[thread] = 1;
        }
    }

    fn access(&mut self, event: Event, access: Access) {
        let thread = event.thread.index();
        let variable = at(&mut self.variables, access.variable.index());
        let clock = &mut self.threads[thread];
        let last = Last {
            thread: thread as u32,
            time: clock[thread],
            line: event.line,
            volatile: access.volatile,
            position: self.events as u32,
        };
        let mut found = Found {
            variable: access.variable,
            races: &mut self.races,
        };
        // An access that may not happen orders threads, and is in no race.
        let is_sure = !access.silent;
        let mut racy = is_sure && found.check(&variable.writes, last, clock);
        let surely_writes = access.writes && !access.may_fail && is_sure;
        if surely_writes {
            racy |= found.check(&variable.reads, last, clock);
        } else if let Some(update) = variable.update.filter(|_| !access.writes) {
            // It would succeed before this read, since no write has come between.
            racy |= found.check(&[update], last, clock);
        }
        if access.reads {
            if variable.writer.is_some_and(|writer| writer != thread) {
                join(clock, &variable.written);
            }
            if access.writes && access.may_fail {
                // It succeeds where it sees this write, so the reads before the write do not count.
                racy |= found.check(&variable.reads, last, clock);
            }
            if is_sure {
                put(&mut variable.reads, last);
            }
        }
        self.racy_events += u64::from(racy);
        if access.writes {
            variable.writer = Some(thread);
            variable.update = Some(last).filter(|_| access.may_fail);
            variable.written.clone_from(clock);
            if surely_writes {
                put(&mut variable.writes, last);
            }
            // A thread that reads this write has the clock up to it. Later events of this thread
            // are not part of that.
            clock[thread] += 1;
        }
    }
}

/// The races of a variable.
struct Found<'d> {
    variable: VariableId,
    races: &'d mut BTreeMap<[LineId; 2], Race>,
}

impl Found<'_> {
    /// Checks whether an access races with one of the last accesses. Adds the lines.
    fn check(&mut self, list: &[Last], own: Last, clock: &Clock) -> bool {
        let mut racy = false;
        for last in list {
            let known = clock.get(last.thread as usize).copied().unwrap_or(0);
            if last.time <= known || last.thread == own.thread || last.volatile && own.volatile {
                continue;
            }
            racy = true;
            let mut lines = [last.line, own.line];
            lines.sort_unstable();
            self.races.entry(lines).or_insert_with(|| Race {
                positions: [last.position as usize, own.position as usize],
                threads: [last.thread as usize, own.thread as usize],
                variable: self.variable.index(),
                clock: clock.clone(),
            });
        }
        racy
    }
}

/// Witnesses of races, from a second pass over the events of the run.
///
/// The witness of a race is the run up to the earlier access, and then the events that come before the later
/// access in the order. These keep the order of the run.
#[derive(Debug)]
pub(crate) struct Witnesses {
    detector: Detector,
    races: Vec<(Race, Option<Positions>)>,
    /// The runs of positions that all witnesses together may still have.
    left: usize,
}

impl Witnesses {
    /// The witnesses of some races, with at most `runs` runs of positions.
    pub fn new(races: Vec<Race>, runs: usize) -> Self {
        let begin = |race: Race| {
            let before = race.positions[0] as u32;
            let runs = before.checked_sub(1).map(|last| (0, last));
            let runs = runs.into_iter().collect();
            (race, Some(Positions { runs }))
        };
        Witnesses {
            detector: Detector::default(),
            races: races.into_iter().map(begin).collect(),
            left: runs,
        }
    }

    /// The number of events that the witnesses need.
    pub fn end(&self) -> usize {
        let ends = self.races.iter().map(|(race, _)| race.positions[1]);
        ends.max().unwrap_or(0)
    }

    /// Follows the next event. A witness that becomes too large is given up.
    pub fn observe(&mut self, event: Event) {
        let thread = event.thread.index();
        let position = self.detector.events as usize;
        self.detector.begin(thread);
        let time = self.detector.threads[thread][thread];
        for (race, open) in &mut self.races {
            let [first, second] = race.positions;
            let known = race.clock.get(thread).copied().unwrap_or(0);
            let Some(witness) = open
                .as_mut()
                .filter(|_| position > first && position < second)
            else {
                continue;
            };
            if time > known {
                continue;
            }
            let before = witness.runs.len();
            witness.push(position);
            if witness.runs.len() > before {
                if self.left > 0 {
                    self.left -= 1;
                } else {
                    self.left += witness.runs.len();
                    *open = None;
                }
            }
        }
        self.detector.observe(event);
    }

    /// The witnesses, in the order of the races. None for those that were too large.
    pub fn finish(self) -> impl Iterator<Item = Option<Positions>> {
        self.races.into_iter().map(|(_, witness)| witness)
    }
}

/// Replaces the last access of a thread.
fn put(list: &mut Vec<Last>, own: Last) {
    match list.iter_mut().find(|last| last.thread == own.thread) {
        Some(last) => *last = own,
        None => list.push(own),
    }
}

fn join(clock: &mut Clock, other: &[u32]) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    for (own, theirs) in clock.iter_mut().zip(other) {
        *own = (*own).max(*theirs);
    }
}

/// The entry with a number, new if there is none.
fn at<T: Default>(list: &mut Vec<T>, number: usize) -> &mut T {
    if list.len() <= number {
        list.resize_with(number + 1, T::default);
    }
    &mut list[number]
}
