//! A program that does the events of a trace, one by one.

use std::collections::BTreeMap;
use std::fmt::Debug;

use predict::trace::{Action, ThreadId, Trace};
use predict::{Kind, Report};

use super::{Observed, shown};
use crate::machine::{Deed, Happening, Lock, Progress, Threads, Variable};

/// The program does not do what the trace says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// The position of the event in the trace.
    pub event: usize,
    /// What differs.
    pub reason: String,
}

/// A program on its way along a trace.
pub struct Follower<'t, 'c, 'p> {
    trace: &'t Trace,
    threads: Threads<'c, 'p>,
    numbers: Pairs<ThreadId, usize>,
    variables: Pairs<usize, Variable>,
    locks: Pairs<usize, Lock>,
    /// Threads that have decided since their event before.
    decided: Vec<bool>,
    /// Threads that have read another value than in the trace.
    unsure: Vec<bool>,
}

/// Names of the trace, and what stands for them in the machine: one for one.
struct Pairs<K, V> {
    there: BTreeMap<K, V>,
    back: BTreeMap<V, K>,
}

impl<K: Ord + Copy + Debug, V: Ord + Copy + Debug> Pairs<K, V> {
    fn new() -> Self {
        Pairs {
            there: BTreeMap::new(),
            back: BTreeMap::new(),
        }
    }

    /// Checks that both belong to each other, or to nothing so far.
    fn fit(&mut self, name: K, value: V) -> bool {
        *self.there.entry(name).or_insert(value) == value
            && *self.back.entry(value).or_insert(name) == name
    }
}

/// Does the events at these positions of a trace. Returns what the program did.
///
/// # Errors
/// The first event that the program does not do: it has another target or line, another value although
/// all that its thread has read is right, or its thread waits, has ended, or has decided by a value that
/// is not right.
pub fn follow<'t, 'c, 'p>(
    threads: Threads<'c, 'p>,
    trace: &'t Trace,
    positions: impl IntoIterator<Item = usize>,
) -> Result<(Follower<'t, 'c, 'p>, Vec<Observed>), Divergence> {
    let mut follower = Follower {
        trace,
        threads,
        numbers: Pairs::new(),
        variables: Pairs::new(),
        locks: Pairs::new(),
        decided: Vec::new(),
        unsure: Vec::new(),
    };
    let mut run = Vec::new();
    for event in positions {
        run.extend(follower.take(event)?);
    }
    Ok((follower, run))
}

/// Checks that the witness of a report leads to it.
///
/// # Errors
/// As [`follow`]; or the place that it leads to is not that of the report.
pub fn leads_to<'t, 'c, 'p>(
    threads: Threads<'c, 'p>,
    trace: &'t Trace,
    report: &Report,
) -> Result<(), Divergence> {
    let (mut follower, _) = follow(threads, trace, report.witness.iter())?;
    match report.kind {
        Kind::Race => {
            let accesses: Vec<(Variable, bool)> = report
                .events
                .iter()
                .map(|&event| follower.next_access(event))
                .collect::<Result<_, _>>()?;
            match accesses.as_slice() {
                [(one, writes), (other, also)] if one == other && (*writes || *also) => Ok(()),
                _ => Err(follower.error(report.events[0], format!("{accesses:?} do not race"))),
            }
        }
        Kind::Deadlock => {
            let mut numbers = Vec::new();
            for &event in &report.events {
                let number = follower.number(event)?;
                numbers.push(number);
                if follower.threads.waits_for(number).is_none() {
                    follower.threads.advance(number);
                }
            }
            let cycle = follower.threads.deadlock(numbers[0]).unwrap_or_default();
            let mut found: Vec<u32> = cycle.iter().map(|(_, line)| *line).collect();
            let mut lines: Vec<u32> = report.lines.iter().map(|line| number_of(line)).collect();
            found.sort_unstable();
            lines.sort_unstable();
            if found == lines {
                Ok(())
            } else {
                Err(follower.error(report.events[0], format!("a deadlock of {found:?}")))
            }
        }
        Kind::Atomicity | Kind::Property => Ok(()),
    }
}

/// The number of a line: `Main.java:7`.
pub fn number_of(line: &str) -> u32 {
    let number = line.rsplit(':').next().and_then(|text| text.parse().ok());
    number.unwrap_or(0)
}

impl<'c, 'p> Follower<'_, 'c, 'p> {
    /// The program where the events have led to.
    pub fn threads(&self) -> &Threads<'c, 'p> {
        &self.threads
    }

    fn error(&self, event: usize, reason: String) -> Divergence {
        Divergence { event, reason }
    }

    /// The number of the thread of an event. The first thread is `main`.
    fn number(&mut self, event: usize) -> Result<usize, Divergence> {
        let thread = self.trace.events[event].thread;
        if self.numbers.there.is_empty() {
            self.numbers.fit(thread, 0);
        }
        let number = self.numbers.there.get(&thread).copied();
        let number =
            number.ok_or_else(|| self.error(event, format!("{thread} has not been started")))?;
        if self.decided.len() <= number {
            self.decided.resize(number + 1, false);
            self.unsure.resize(number + 1, false);
        }
        Ok(number)
    }

    /// Does an event. Returns the deed, if a program has one for it.
    fn take(&mut self, event: usize) -> Result<Option<Observed>, Divergence> {
        let number = self.number(event)?;
        let action = self.trace.events[event].action;
        if action == Action::Branch {
            self.decided[number] = true;
            if self.unsure[number] {
                return Err(self.error(event, "decides by a wrong value".to_owned()));
            }
        }
        if self.is_ours(event) {
            return Ok(None);
        }
        if let Action::Join(joined) = action
            && let Some(&joined) = self.numbers.there.get(&joined)
            && let Progress::Does(more, _) = self.threads.advance(joined)
        {
            return Err(self.error(event, format!("the thread has not ended: {more:?}")));
        }
        match self.threads.advance(number) {
            Progress::Does(happening, _) => {
                self.compare(event, &happening)?;
                let decided = std::mem::take(&mut self.decided[number]);
                Ok(Some(Observed { happening, decided }))
            }
            other => Err(self.error(event, format!("the thread {other:?}"))),
        }
    }

    /// Checks whether only the recorder has the event.
    fn is_ours(&self, event: usize) -> bool {
        let action = self.trace.events[event].action;
        let initializes = action.access().is_some_and(|access| {
            let name = self.trace.tables.variables.name(access.variable.index());
            name.ends_with(".<clinit>")
        });
        initializes
            || matches!(
                action,
                Action::Branch | Action::Start | Action::Exit | Action::Step
            )
    }

    /// The access that the thread of an event does next, which is that of the event.
    fn next_access(&mut self, event: usize) -> Result<(Variable, bool), Divergence> {
        let number = self.number(event)?;
        match self.threads.clone().advance(number) {
            Progress::Does(happening, _) => {
                self.compare(event, &happening)?;
                let access = happening.deed.access();
                access.ok_or_else(|| self.error(event, "no access".to_owned()))
            }
            other => Err(self.error(event, format!("the thread {other:?}"))),
        }
    }

    fn compare(&mut self, event: usize, happening: &Happening) -> Result<(), Divergence> {
        let recorded = self.trace.events[event];
        let number = happening.thread;
        let volatile = |variable| self.threads.is_volatile(variable);
        let fits = match (recorded.action, &happening.deed) {
            (Action::Read(name), Deed::Read(variable, _))
            | (Action::Write(name), Deed::Write(variable, _)) => {
                !volatile(*variable) && self.variables.fit(name.index(), *variable)
            }
            (Action::VolatileRead(name), Deed::Read(variable, _))
            | (Action::VolatileWrite(name), Deed::Write(variable, _)) => {
                volatile(*variable) && self.variables.fit(name.index(), *variable)
            }
            (Action::Request(name), Deed::Request(lock))
            | (Action::Acquire(name), Deed::Acquire(lock))
            | (Action::Release(name), Deed::Release(lock))
            | (Action::WaitRelease(name), Deed::WaitRelease(lock))
            | (Action::WaitAcquire(name), Deed::WaitAcquire(lock))
            | (Action::NotifyAll(name), Deed::NotifyAll(lock)) => {
                self.locks.fit(name.index(), *lock)
            }
            (Action::Fork(name), Deed::Fork(thread)) | (Action::Join(name), Deed::Join(thread)) => {
                self.numbers.fit(name, *thread)
            }
            _ => false,
        };
        let line = number_of(self.trace.line(event));
        // Locks are given back at the end of a block, which each compiler sees elsewhere.
        let has_line = !matches!(happening.deed, Deed::Release(_));
        if !fits || (has_line && line != happening.line) {
            let reason = format!("line {line}, {:?}: {happening:?}", recorded.action);
            return Err(self.error(event, reason));
        }
        let (Deed::Read(_, value) | Deed::Write(_, value)) = &happening.deed else {
            return Ok(());
        };
        let recorded = recorded
            .value
            .map(|value| self.trace.tables.values.name(value.index()));
        if recorded.is_none_or(|recorded| recorded == shown(value)) {
            return Ok(());
        }
        if matches!(happening.deed, Deed::Write(..)) && !self.unsure[number] {
            return Err(self.error(event, format!("{recorded:?} is written: {happening:?}")));
        }
        self.unsure[number] = true;
        Ok(())
    }
}
