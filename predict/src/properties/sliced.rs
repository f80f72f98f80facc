//! Reorderings that cut the run in two: some events of a stretch of the run come first, in their order, and
//! then the others, in theirs (Farzan and Mathur, k-sliced reorderings, for k = 1).
//!
//! The stretch begins at a property event that is *delayed*, and with it all that depends on it: later
//! events of its thread, accesses that conflict with a delayed one, acquires of locks that a
//! delayed thread holds, and events of threads that it forks, wakes or ends. For example, T0 is delayed at
//! its second event, and T1 comes first:
//!
//! ```text
//! run       T0: open    T0: send    T1: close
//! reordered T0: open    T1: close   T0: send
//! ```
//!
//! If the event stands in a section of a lock, the stretch may as well begin with the section.
//!
//! A stretch takes time linear in its length for each number of first events, so a run of any length is
//! one pass of stretches. Nothing is excluded by it.

use rustc_hash::FxHashSet;

use super::instances::Instance;
use super::monitor::{Monitor, MonitorId, Violations};
use super::occurrences::Occurrences;
use crate::budget::Budget;
use crate::index::Index;
use crate::trace::{Action, Hold};

/// The length of a stretch if the run has many property events.
const SHORT_STRETCH: usize = 100;

/// The most property events of a stretch that are delayed before it ends.
const DELAYED: usize = 64;

/// A violation in a cut run.
pub(crate) struct Cut {
    /// The positions of the events, in the order of the reordering.
    pub witness: Vec<usize>,
    pub violations: Violations,
}

/// The events that are delayed.
#[derive(Debug, Default)]
struct Delay {
    threads: FxHashSet<usize>,
    read: FxHashSet<usize>,
    written: FxHashSet<usize>,
    holds: Vec<Hold>,
    events: Vec<usize>,
}

impl Delay {
    /// Checks whether an event depends on a delayed one, and delays it then.
    fn takes(&mut self, index: &Index<'_>, event: usize) -> bool {
        let observation = index.observation;
        let thread = observation.thread(event);
        let action = observation.action(event);
        let access = action.access();
        let conflicts = access.is_some_and(|access| {
            let variable = access.variable.index();
            let written = self.written.contains(&variable);
            written || access.writes && self.read.contains(&variable)
        });
        let locked = action
            .acquired()
            .is_some_and(|hold| self.holds.iter().any(|own| own.excludes(hold)));
        let awaits = match action {
            Action::Join(joined) => self.threads.contains(&joined.index()),
            _ => false,
        };
        if !(self.threads.contains(&thread)
            || conflicts
            || locked
            || awaits
            || self.wakes(index, event))
        {
            return false;
        }
        self.add(index, event);
        true
    }

    /// Checks whether a delayed event ends the wait that this event ends.
    fn wakes(&self, index: &Index<'_>, event: usize) -> bool {
        let waits = &index.observation.waits;
        let first = waits.partition_point(|wait| wait.acquire < event);
        let wait = waits.get(first).filter(|wait| wait.acquire == event);
        wait.is_some_and(|wait| self.events.binary_search(&wait.wake).is_ok())
    }

    fn add(&mut self, index: &Index<'_>, event: usize) {
        let observation = index.observation;
        let thread = observation.thread(event);
        if self.threads.insert(thread) {
            self.holds.extend(index.held_at(event).iter().copied());
        }
        if let Some(access) = observation.action(event).access() {
            let variable = access.variable.index();
            if access.writes {
                self.written.insert(variable);
            }
            if access.reads {
                self.read.insert(variable);
            }
        }
        if let Action::Fork(forked) = observation.action(event) {
            self.threads.insert(forked.index());
        }
        self.events.push(event);
    }
}

/// Finds violations in stretches of the run, one for each property event of an instance. `found` gets each,
/// and says whether the violation is still wanted.
///
/// # Errors
/// If code of the property depends on something that is not recorded.
pub(crate) fn find(
    index: &Index<'_>,
    (occurrences, instance): (&Occurrences, &Instance),
    monitor: &mut Monitor<'_>,
    (longest, budget): (usize, &mut Budget),
    found: &mut dyn FnMut(usize, &Violations) -> bool,
) -> Result<Vec<Cut>, String> {
    let mut cuts = Vec::new();
    let mut states = vec![monitor.start()?];
    let slice = &instance.slice;
    for &(_, occurrence) in slice {
        let text = &occurrences.texts[occurrence as usize];
        let before = states[states.len() - 1];
        states.push(monitor.step(before, occurrence, text)?.after);
    }
    let share = budget.0 / (4 * slice.len() as u64).max(1);
    let length = (share as usize).max(SHORT_STRETCH).min(longest);
    for (number, &(position, _)) in slice.iter().enumerate() {
        let thread = index.observation.thread(position as usize);
        let others = slice[number + 1..].iter();
        let near = others.take_while(|&&(other, _)| other as usize - position as usize <= length);
        let mut near = near.map(|&(other, _)| index.observation.thread(other as usize));
        if !near.any(|other| other != thread) {
            continue;
        }
        let section = outermost(index, position as usize);
        for begin in std::iter::once(position as usize).chain(section) {
            let before = slice.partition_point(|&(other, _)| (other as usize) < begin);
            let mut stretch = Stretch {
                index,
                occurrences,
                instance,
                delay: Delay::default(),
                first: Vec::new(),
                length,
                state: states[before],
            };
            stretch.delay.add(index, begin);
            if !stretch.run(monitor, budget, found, &mut cuts)? {
                return Ok(cuts);
            }
        }
    }
    Ok(cuts)
}

/// The acquire that begins the outermost section of an event.
fn outermost(index: &Index<'_>, position: usize) -> Option<usize> {
    let observation = index.observation;
    let (thread, local) = observation.place(position);
    let latest = |&hold: &Hold| {
        let own = index.sections_of(thread, hold)?;
        index.among(own, local).last().copied()
    };
    let acquires = index.held_at(position).iter().filter_map(latest);
    acquires.min().map(|acquire| acquire as usize)
}

/// A stretch of the run behind a delayed event.
struct Stretch<'s> {
    index: &'s Index<'s>,
    occurrences: &'s Occurrences,
    instance: &'s Instance,
    delay: Delay,
    /// The events of the stretch that come first.
    first: Vec<usize>,
    /// The most events of the stretch.
    length: usize,
    /// The state of the monitor behind them.
    state: MonitorId,
}

impl Stretch<'_> {
    /// Looks for violations by the first events, and by the delayed ones behind each property event of
    /// these. False if the budget is empty.
    fn run(
        &mut self,
        monitor: &mut Monitor<'_>,
        budget: &mut Budget,
        found: &mut dyn FnMut(usize, &Violations) -> bool,
        cuts: &mut Vec<Cut>,
    ) -> Result<bool, String> {
        let begin = self.delay.events[0];
        let end = self.index.observation.trace.events.len();
        // The sections that the first events have begun and not ended, and whether a property event of
        // these is inside one.
        let (mut sections, mut waits) = (0_i64, false);
        let mut delayed = usize::from(self.occurrence(begin).is_some());
        for event in begin + 1..end.min(begin + self.length) {
            if !budget.take(1) {
                return Ok(false);
            }
            if self.delay.takes(self.index, event) {
                delayed += usize::from(self.occurrence(event).is_some());
                if delayed > DELAYED {
                    break;
                }
                continue;
            }
            self.first.push(event);
            let action = self.index.observation.action(event);
            sections += i64::from(action.acquired().is_some());
            sections -= i64::from(action.released().is_some());
            let Some(occurrence) = self.occurrence(event) else {
                // The delayed events may need a lock that has been given back only now.
                if waits && sections <= 0 && action.released().is_some() {
                    waits = false;
                    self.delayed(monitor, begin, found, cuts)?;
                }
                continue;
            };
            waits = sections > 0;
            let text = &self.occurrences.texts[occurrence as usize];
            let step = monitor.step(self.state, occurrence, text)?;
            self.state = step.after;
            if !step.violations.is_empty() && found(event, &step.violations) {
                let witness = self.witness(begin, 0);
                cuts.push(Cut {
                    witness,
                    violations: step.violations,
                });
            }
            if !budget.take(delayed as u64) {
                return Ok(false);
            }
            self.delayed(monitor, begin, found, cuts)?;
        }
        Ok(true)
    }

    /// Looks for violations by the delayed events.
    fn delayed(
        &self,
        monitor: &mut Monitor<'_>,
        begin: usize,
        found: &mut dyn FnMut(usize, &Violations) -> bool,
        cuts: &mut Vec<Cut>,
    ) -> Result<(), String> {
        let mut state = self.state;
        for (number, &event) in self.delay.events.iter().enumerate() {
            let Some(occurrence) = self.occurrence(event) else {
                continue;
            };
            let text = &self.occurrences.texts[occurrence as usize];
            let step = monitor.step(state, occurrence, text)?;
            state = step.after;
            if !step.violations.is_empty() && found(event, &step.violations) {
                cuts.push(Cut {
                    witness: self.witness(begin, number + 1),
                    violations: step.violations,
                });
            }
        }
        Ok(())
    }

    /// The run up to the stretch, its first events, and some of the delayed ones.
    fn witness(&self, begin: usize, delayed: usize) -> Vec<usize> {
        let first = self.first.iter().copied();
        let late = self.delay.events[..delayed].iter().copied();
        (0..begin).chain(first).chain(late).collect()
    }

    fn occurrence(&self, event: usize) -> Option<u32> {
        let slice = &self.instance.slice;
        let place = slice.binary_search_by_key(&(event as u32), |&(position, _)| position);
        place.ok().map(|place| slice[place].1)
    }
}
