//! The exact search: a correct reordering for a goal, or the certainty that there is none.
//!
//! Two facts keep it small.
//!
//! - If a witness has the events R, then it still is one without the events that nothing needs. So
//!   the search looks only at *ideals*: the events that the goal needs, the releases of locks that a
//!   thread of the ideal gives back since another thread acquires them later, and the acquires of
//!   locks that make an attempt of the ideal fail.
//! - Most events are *harmless*: they happen as soon as they can, since no witness is lost by it.
//!   For example, a read, a release or a write that nobody reads. The search branches only at
//!   acquires of locks, and writes of variables, that several threads of the ideal compete for, and at
//!   releases of locks that an attempt of the ideal must fail to get.
//!
//! In an ideal the events that have happened decide how it can go on, so equal sets are merged.

mod run;

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::Budget;
use crate::ideal::{Goal, Ideal, pairs};
use crate::index::{ByThread, Index};
use crate::observation::NONE;
use crate::report::Witness;
use crate::saturation::Order;
use crate::trace::{Hold, LockId};

use run::{Lock, Run, UNTOUCHED_LOCK, UNTOUCHED_VARIABLE, Variable};

/// The answer to a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A correct reordering.
    Witness(Witness),
    /// There is none.
    Impossible,
    /// The budget did not suffice.
    Unknown,
}

/// Counters of the search, kept from one goal to the next since most goals touch few of them.
#[derive(Debug)]
pub(crate) struct Search<'i> {
    index: &'i Index<'i>,
    /// The states of the first attempt at an ideal, which most often succeeds at once.
    first_attempt: u64,
    /// For each write the reads of the ideal that must see it and have not happened.
    readers: Vec<u32>,
    variables: Vec<Variable>,
    locks: Vec<Lock>,
}

impl<'i> Search<'i> {
    /// A search on a trace.
    pub fn new(index: &'i Index<'i>, first_attempt: u64) -> Self {
        let trace = index.observation.trace;
        Search {
            index,
            first_attempt,
            readers: vec![0; trace.events.len()],
            variables: vec![UNTOUCHED_VARIABLE; trace.tables.variables.len()],
            locks: vec![UNTOUCHED_LOCK; trace.tables.locks.len()],
        }
    }

    /// Answers a goal, for reads that see the very write that they saw in the trace.
    pub fn answer(&mut self, goal: &Goal, budget: &mut Budget) -> Answer {
        let Some(first) = Ideal::new(self.index, goal) else {
            return Answer::Impossible;
        };
        let mut known = FxHashSet::from_iter([first.clone()]);
        let mut open = VecDeque::from([first]);
        let mut answer = Answer::Impossible;
        while let Some(ideal) = open.pop_front() {
            match self.linearize(&ideal, goal, budget) {
                Answer::Witness(witness) => return Answer::Witness(witness),
                Answer::Unknown => answer = Answer::Unknown,
                Answer::Impossible => {}
            }
            if budget.0 == 0 {
                return Answer::Unknown;
            }
            let releases = self.releases(&ideal).into_iter();
            // Each thread of a larger ideal may need events of each other one.
            let threads = ideal.upto.len() as u64;
            for event in releases.chain(self.holders(&ideal)) {
                if !budget.take(8 + threads * threads / 4) {
                    return Answer::Unknown;
                }
                let larger = ideal.with(self.index, goal, event);
                open.extend(larger.filter(|larger| known.insert(larger.clone())));
            }
        }
        answer
    }

    /// The releases that are not in an ideal, of locks that another thread acquires in it.
    fn releases(&self, ideal: &Ideal) -> Vec<usize> {
        let mut releases = Vec::new();
        for (thread, &length) in ideal.upto.iter().enumerate() {
            for (acquire, hold) in self.open_acquires(thread, length) {
                let release = self.index.observation.partner[acquire];
                if self.contested(ideal, hold, thread) && release != NONE {
                    releases.push(release as usize);
                }
            }
        }
        releases
    }

    /// The next acquires that are not in an ideal and would make an attempt of it fail.
    fn holders(&self, ideal: &Ideal) -> Vec<usize> {
        let mut holders = Vec::new();
        for (thread, failures) in self.index.failures.iter().enumerate() {
            let inside = failures
                .iter()
                .take_while(|&&event| ideal.has(self.index.observation, event as usize));
            for &failure in inside {
                let hold = self.index.observation.action(failure as usize).refused();
                let sections = hold.map(|hold| &self.index.sections[hold.lock.index()]);
                let shared = hold.is_some_and(|hold| hold.shared);
                let excludes =
                    |other: &&ByThread| other.thread != thread && !(shared && other.shared);
                for other in sections.into_iter().flatten().filter(excludes) {
                    let known = self.index.among(other, ideal.upto[other.thread]).len();
                    holders.extend(other.events.get(known).map(|&acquire| acquire as usize));
                }
            }
        }
        holders
    }

    /// The acquires of a prefix of a thread whose releases are not in it.
    pub fn open_acquires(&self, thread: usize, length: u32) -> Vec<(usize, Hold)> {
        let observation = self.index.observation;
        let Some(last) = length.checked_sub(1) else {
            return Vec::new();
        };
        let last = observation.of_thread[thread][last as usize] as usize;
        let held = match observation.event(thread, length) {
            Some(next) => self.index.held_at(next).to_vec(),
            None => self.held_after(last),
        };
        let latest = |&hold: &Hold| {
            let own = self.index.sections_of(thread, hold)?;
            let acquired = self.index.among(own, length);
            acquired.last().map(|&acquire| (acquire as usize, hold))
        };
        held.iter().filter_map(latest).collect()
    }

    fn held_after(&self, position: usize) -> Vec<Hold> {
        let mut held = self.index.held_at(position).to_vec();
        let action = self.index.observation.action(position);
        held.retain(|&hold| Some(hold) != action.released());
        held.extend(action.acquired());
        held
    }

    /// Checks whether another thread acquires in an ideal what a hold of a thread excludes.
    fn contested(&self, ideal: &Ideal, hold: Hold, thread: usize) -> bool {
        let Some(own) = self.index.sections_of(thread, hold) else {
            return false;
        };
        let mut others = self.index.sections[hold.lock.index()].iter();
        others.any(|sections| {
            let first = sections.events.first();
            own.excludes(sections)
                && first.is_some_and(|&first| ideal.has(self.index.observation, first as usize))
        })
    }

    /// A correct reordering of exactly the events of an ideal.
    fn linearize(&mut self, ideal: &Ideal, goal: &Goal, budget: &mut Budget) -> Answer {
        if self.both_open(ideal) {
            return Answer::Impossible;
        }
        let size: u64 = ideal.upto.iter().map(|&length| u64::from(length)).sum();
        if !budget.take(size) {
            return Answer::Unknown;
        }
        let mut attempt = Budget(budget.0.min(self.first_attempt));
        let first = self.attempt(ideal, goal, None, &mut attempt);
        if first != Answer::Unknown {
            return first;
        }
        match Order::new(self.index, ideal, goal, budget) {
            None => Answer::Impossible,
            Some(order) => self.attempt(ideal, goal, Some(&order), budget),
        }
    }

    /// Checks whether two threads would have holds at the end that exclude each other.
    fn both_open(&self, ideal: &Ideal) -> bool {
        let mut known: FxHashMap<LockId, Hold> = FxHashMap::default();
        for (thread, &length) in ideal.upto.iter().enumerate() {
            let open = self.open_acquires(thread, length);
            let excluded = |&(_, hold): &(usize, Hold)| {
                let other = known.get(&hold.lock);
                other.is_some_and(|other| hold.excludes(*other))
            };
            if open.iter().any(excluded) {
                return true;
            }
            // A thread that has a lock alone may be a reader as well: its first hold is the stronger.
            for (_, hold) in open {
                known.entry(hold.lock).or_insert(hold);
            }
        }
        false
    }

    fn attempt(
        &mut self,
        ideal: &Ideal,
        goal: &Goal,
        order: Option<&Order<'_>>,
        budget: &mut Budget,
    ) -> Answer {
        self.count(ideal);
        let answer = Run::new(self, ideal, goal, order).answer(budget);
        self.forget(ideal);
        answer
    }

    /// Sets up the counters for an ideal.
    fn count(&mut self, ideal: &Ideal) {
        let observation = self.index.observation;
        for (thread, &length) in ideal.upto.iter().enumerate() {
            let events = &observation.of_thread[thread][..length as usize];
            for (local, &position) in (0u32..).zip(events) {
                let action = observation.action(position as usize);
                if let Some(access) = action.access() {
                    let source = observation.source[position as usize];
                    let variable = &mut self.variables[access.variable.index()];
                    if access.reads && local < ideal.sure[thread] {
                        match source {
                            NONE => variable.initial_readers += 1,
                            write => self.readers[write as usize] += 1,
                        }
                    }
                    if access.writes {
                        variable.writers.add(thread);
                    }
                }
                if let Some(hold) = action.acquired() {
                    let lock = &mut self.locks[hold.lock.index()];
                    lock.left[usize::from(hold.shared)] += 1;
                    lock.acquirers[usize::from(hold.shared)].add(thread);
                }
                if let Some(hold) = action.refused() {
                    self.locks[hold.lock.index()].failures += 1;
                }
            }
        }
    }

    /// Undoes [`Search::count`].
    fn forget(&mut self, ideal: &Ideal) {
        let observation = self.index.observation;
        for (thread, &length) in ideal.upto.iter().enumerate() {
            for &position in &observation.of_thread[thread][..length as usize] {
                let action = observation.action(position as usize);
                if let Some(access) = action.access() {
                    self.readers[position as usize] = 0;
                    self.variables[access.variable.index()] = UNTOUCHED_VARIABLE;
                }
                if let Some(hold) = action.acquired().or(action.refused()) {
                    self.locks[hold.lock.index()] = UNTOUCHED_LOCK;
                }
            }
        }
    }
}
