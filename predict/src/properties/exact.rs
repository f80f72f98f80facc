//! The exact search for one instance: states of the definition of correct reorderings, each with the
//! search state of the property events.
//!
//! Three things keep it small.
//!
//! - Threads stop behind the last event that a violation may need.
//! - A search state from which the order of the property events leads to no violation is left.
//! - An event is *harmless* if it is no property event of the instance, can be next, and no event of
//!   another thread that may still happen minds it. It happens at once, and nothing else is tried. As long as
//!   an attempt further on needs the order of the run, only the next event of the run can be harmless.

use date::ids::StateId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::monitor::{Monitor, MonitorId};
use super::occurrences::Occurrences;
use super::orders::{Lanes, States};
use crate::budget::Budget;
use crate::index::Index;
use crate::observation::Observation;
use crate::reordering::{Reorderings, State};

/// The part of a trace that a violation may need.
#[derive(Debug, Clone)]
pub(crate) struct Bounds {
    /// The number of events of each thread.
    pub upto: Vec<u32>,
    /// The number of events of each thread in which reads may matter.
    pub sure: Vec<u32>,
}

/// The last events of a thread about a variable or a lock.
#[derive(Debug, Clone, Copy)]
struct Use {
    thread: usize,
    /// One more than the number of the last read that may matter, or of the last attempt to get the
    /// lock that failed.
    read: u32,
    /// One more than the number of the last write or acquire.
    write: u32,
}

/// A search for violations.
pub(crate) struct Exact<'e, 's> {
    pub index: &'e Index<'e>,
    pub reorderings: &'e Reorderings<'e>,
    pub occurrences: &'e Occurrences,
    pub lanes: &'e Lanes,
    pub states: &'e States,
    pub monitor: &'e mut Monitor<'s>,
    pub bounds: Bounds,
    variables: FxHashMap<usize, Vec<Use>>,
    locks: FxHashMap<usize, Vec<Use>>,
    lane_of: FxHashMap<usize, usize>,
    occurrence_of: FxHashMap<u32, u32>,
}

/// Gets the path to a violation, whose last event enters the bad states. It says whether the search goes
/// on.
pub(crate) type Visit<'v> = dyn FnMut(&[usize], &[(usize, StateId)]) -> bool + 'v;

/// The outcome of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All states were visited, or the visitor has seen enough.
    Finished,
    /// The budget did not suffice.
    Cut,
}

/// A state on the path in which no event is harmless.
struct Level {
    state: State,
    monitor: MonitorId,
    /// The events since the level before.
    events: Vec<usize>,
    /// The events that are still to be tried.
    next: Vec<usize>,
}

impl<'e, 's> Exact<'e, 's> {
    /// A search within bounds. O(events within the bounds).
    pub fn new(
        (index, reorderings): (&'e Index<'e>, &'e Reorderings<'e>),
        occurrences: &'e Occurrences,
        lanes: &'e Lanes,
        states: &'e States,
        monitor: &'e mut Monitor<'s>,
        bounds: Bounds,
    ) -> Self {
        let mut exact = Exact {
            index,
            reorderings,
            occurrences,
            lanes,
            states,
            monitor,
            bounds,
            variables: FxHashMap::default(),
            locks: FxHashMap::default(),
            lane_of: FxHashMap::default(),
            occurrence_of: lanes.events.iter().flatten().copied().collect(),
        };
        exact.lane_of = lanes
            .threads
            .iter()
            .enumerate()
            .map(|(lane, &t)| (t, lane))
            .collect();
        exact.count();
        exact
    }

    /// Notes the last events of each thread about each variable and lock.
    fn count(&mut self) {
        let observation = self.index.observation;
        for (thread, &length) in self.bounds.upto.iter().enumerate() {
            let events = &observation.of_thread[thread][..length as usize];
            for (number, &position) in (1u32..).zip(events) {
                let action = observation.action(position as usize);
                if let Some(access) = action.access() {
                    let uses = self.variables.entry(access.variable.index()).or_default();
                    let last = last_use(uses, thread);
                    if access.reads && number <= self.bounds.sure[thread] {
                        last.read = number;
                    }
                    if access.writes {
                        last.write = number;
                    }
                }
                if let Some(hold) = action.acquired() {
                    let uses = self.locks.entry(hold.lock.index()).or_default();
                    last_use(uses, thread).write = number;
                }
                if let Some(hold) = action.refused() {
                    let uses = self.locks.entry(hold.lock.index()).or_default();
                    last_use(uses, thread).read = number;
                }
            }
        }
    }

    /// Visits states, the first event of the trace first. `found` gets each violation with the path to it
    /// and says whether the search goes on. `leads` says which search states matter.
    ///
    /// # Errors
    /// If code of the property depends on something that is not recorded.
    pub fn run(
        &mut self,
        leads: &[bool],
        budget: &mut Budget,
        found: &mut Visit<'_>,
    ) -> Result<Outcome, String> {
        let mut start = self.reorderings.start();
        let monitor = self.monitor.start()?;
        let events = self.settle(&mut start);
        let mut known: FxHashSet<Box<[u32]>> = FxHashSet::default();
        known.insert(self.key(&start, monitor));
        let next = self.next(&start);
        let mut path = vec![Level {
            state: start,
            monitor,
            events,
            next,
        }];
        while let Some(level) = path.last_mut() {
            let Some(event) = level.next.pop() else {
                path.pop();
                continue;
            };
            let mut state = level.state.clone();
            let mut monitor = level.monitor;
            let thread = self.index.observation.thread(event);
            if self.reorderings.step(&mut state, thread).is_err() {
                continue;
            }
            if let Some(&occurrence) = self.occurrence_of.get(&(event as u32)) {
                let text = &self.occurrences.texts[occurrence as usize];
                let step = self.monitor.step(monitor, occurrence, text)?;
                monitor = step.after;
                if !step.violations.is_empty() {
                    let events = path.iter().flat_map(|level| level.events.iter().copied());
                    let events: Vec<usize> = events.chain([event]).collect();
                    if !found(&events, &step.violations) {
                        return Ok(Outcome::Finished);
                    }
                }
            }
            let matters = self.states.cut || {
                let number = self.states.find(&self.counts(&state), monitor);
                number.is_some_and(|number| leads[number])
            };
            if !matters {
                continue;
            }
            let mut events = vec![event];
            events.extend(self.settle(&mut state));
            let fresh = known.insert(self.key(&state, monitor));
            if !budget.take((events.len() + state.size() / 2) as u64) {
                return Ok(Outcome::Cut);
            }
            if fresh {
                let next = self.next(&state);
                path.push(Level {
                    state,
                    monitor,
                    events,
                    next,
                });
            }
        }
        Ok(Outcome::Finished)
    }

    /// Lets harmless events happen as long as there are any.
    fn settle(&self, state: &mut State) -> Vec<usize> {
        let mut events = Vec::new();
        let mut changed = true;
        while changed {
            changed = false;
            for thread in 0..self.bounds.upto.len() {
                while let Some(event) = self.within(state, thread)
                    && self.is_harmless(state, event)
                    && self.reorderings.step(state, thread).is_ok()
                {
                    events.push(event);
                    changed = true;
                }
            }
        }
        events
    }

    /// The next event of a thread, if it is within the bounds.
    fn within(&self, state: &State, thread: usize) -> Option<usize> {
        let next = self.reorderings.next(state, thread);
        next.filter(|_| state.length(thread) < self.bounds.upto[thread])
    }

    fn counts(&self, state: &State) -> Vec<u32> {
        let lengths: Vec<u32> = (0..self.bounds.upto.len())
            .map(|thread| state.length(thread))
            .collect();
        self.lanes.counts(self.index, &lengths)
    }

    /// All that decides how a state goes on. Contents that no read minds are left out.
    fn key(&self, state: &State, monitor: MonitorId) -> Box<[u32]> {
        let mut cells = self.reorderings.cells(state, &|variable| {
            let uses = self.variables.get(&variable);
            uses.is_some_and(|uses| {
                uses.iter()
                    .any(|last| last.read > state.length(last.thread))
            })
        });
        cells.push(monitor);
        cells.into()
    }

    /// The events to try, the first of the trace last.
    fn next(&self, state: &State) -> Vec<usize> {
        let threads = 0..self.bounds.upto.len();
        let events = threads.filter_map(|thread| self.within(state, thread));
        let mut events: Vec<usize> = events.collect();
        events.sort_unstable_by(|first, second| second.cmp(first));
        events
    }

    /// Checks whether an event that can be next may happen at once.
    fn is_harmless(&self, state: &State, event: usize) -> bool {
        let observation: &Observation<'_> = self.index.observation;
        let thread = observation.thread(event);
        let action = observation.action(event);
        if self.occurrence_of.contains_key(&(event as u32)) {
            return false;
        }
        if self
            .reorderings
            .straight(state)
            .is_some_and(|next| next != event)
        {
            return false;
        }
        if let Some(hold) = action.released() {
            // An attempt that fails needs the lock to be held.
            let uses = self.locks.get(&hold.lock.index());
            let fails = |last: &Use| last.thread != thread && last.read > state.length(last.thread);
            return !uses.is_some_and(|uses| uses.iter().any(fails));
        }
        if let Some(hold) = action.acquired() {
            let uses = self.locks.get(&hold.lock.index());
            let still =
                |last: &Use| last.thread != thread && last.write > state.length(last.thread);
            return !uses.is_some_and(|uses| uses.iter().any(still));
        }
        if let Some(access) = action.access() {
            let local = observation.local[event];
            let matters = local < self.bounds.sure[thread];
            if access.reads && matters && !self.reorderings.is_right(state, event) {
                return false;
            }
            return !access.writes || self.is_lonely(state, access.variable.index(), thread, local);
        }
        action.wakes().is_none() || self.wakes_all(state, event)
    }

    /// Checks whether no event that may still happen minds when a thread writes a variable.
    fn is_lonely(&self, state: &State, variable: usize, thread: usize, local: u32) -> bool {
        let Some(uses) = self.variables.get(&variable) else {
            return true;
        };
        let own_read = uses
            .iter()
            .any(|last| last.thread == thread && last.read > local + 1);
        let others = uses.iter().filter(|last| last.thread != thread);
        others.into_iter().all(|last| {
            let done = state.length(last.thread);
            last.read <= done && (!own_read || last.write <= done)
        })
    }

    /// Checks whether each wait that a notification ends has begun, or will not end.
    fn wakes_all(&self, state: &State, event: usize) -> bool {
        let observation = self.index.observation;
        let mut waits = observation.waits.iter().filter(|wait| wait.wake == event);
        waits.all(|wait| {
            let (thread, local) = observation.place(wait.acquire);
            local >= self.bounds.upto[thread] || self.reorderings.done(state, wait.release)
        })
    }
}

fn last_use(uses: &mut Vec<Use>, thread: usize) -> &mut Use {
    let known = uses.iter().position(|last| last.thread == thread);
    let place = known.unwrap_or_else(|| {
        uses.push(Use {
            thread,
            read: 0,
            write: 0,
        });
        uses.len() - 1
    });
    &mut uses[place]
}
