//! Sync-preserving reorderings: those that keep the order of the sections of each lock (Mathur,
//! Pavlogiannis and Viswanathan, POPL 2021).

use crate::index::{ByThread, Index};
use crate::observation::NONE;
use crate::report::{Method, Witness};
use crate::trace::{Hold, LockId};

/// The sync-preserving closure of a growing set of events: with an event all that it cannot be
/// without, and with two sections of one lock that exclude each other the release of the earlier
/// (Definition 3 there). A failed attempt to get a lock needs the holder that it had in the run.
#[derive(Debug)]
pub(crate) struct Closure<'i> {
    index: &'i Index<'i>,
    /// The number of events of each thread.
    upto: Vec<u32>,
    /// The number of events of each thread whose consequences are in.
    closed: Vec<u32>,
    /// For each lock the number of acquires of each entry of its sections.
    included: Vec<Vec<u32>>,
    /// The locks with a number above zero there, with repetition.
    touched: Vec<LockId>,
    threads: Vec<usize>,
    steps: u64,
    /// The acquires of each thread, by their number in the thread.
    acquires: Vec<Vec<u32>>,
    /// The holds that each thread gets at all.
    locks: Vec<Vec<Hold>>,
}

impl<'i> Closure<'i> {
    /// The closure of nothing.
    pub fn new(index: &'i Index<'i>) -> Self {
        let threads = index.observation.trace.threads();
        let local = |&acquire: &u32| index.observation.local[acquire as usize];
        let locals = index
            .acquires
            .iter()
            .map(|of| of.iter().map(local).collect());
        Closure {
            index,
            upto: vec![0; threads],
            closed: vec![0; threads],
            included: index.sections.iter().map(|of| vec![0; of.len()]).collect(),
            touched: Vec::new(),
            threads: Vec::new(),
            steps: 0,
            acquires: locals.collect(),
            locks: locks(index),
        }
    }

    /// Makes it the closure of nothing again.
    pub fn clear(&mut self) {
        self.upto.fill(0);
        self.closed.fill(0);
        for lock in self.touched.drain(..) {
            self.included[lock.index()].fill(0);
        }
    }

    /// The number of steps since the last call.
    pub fn steps(&mut self) -> u64 {
        std::mem::take(&mut self.steps)
    }

    /// Checks whether an event is in the closure.
    pub fn has(&self, position: usize) -> bool {
        let observation = self.index.observation;
        self.upto[observation.thread(position)] > observation.local[position]
    }

    /// The number of events of a thread.
    pub fn length(&self, thread: usize) -> u32 {
        self.upto[thread]
    }

    /// Adds the events before an event, and what the begin of its thread needs.
    pub fn add_before(&mut self, position: usize) {
        let observation = self.index.observation;
        self.add_stop(observation.thread(position), observation.local[position]);
    }

    /// Adds the first events of a thread, and what its begin needs.
    pub fn add_stop(&mut self, thread: usize, length: u32) {
        let observation = self.index.observation;
        for &fork in observation.forks[thread].iter().filter(|_| length == 0) {
            self.add(fork as usize);
        }
        self.raise(thread, length);
        self.close();
    }

    /// Adds the notification without which the next event of a thread cannot end its wait.
    pub fn add_wake(&mut self, index: &Index<'_>, thread: usize, length: u32) {
        let Some(next) = index.observation.event(thread, length) else {
            return;
        };
        let waits = &index.observation.waits;
        if let Ok(wait) = waits.binary_search_by_key(&next, |wait| wait.acquire) {
            self.add(waits[wait].wake);
        }
    }

    /// Adds an event.
    fn add(&mut self, position: usize) {
        let observation = self.index.observation;
        self.raise(
            observation.thread(position),
            observation.local[position] + 1,
        );
        self.close();
    }

    /// The events in the order of the trace, which is a correct reordering.
    pub fn witness(&self) -> Witness {
        let of_thread = &self.index.observation.of_thread;
        let prefixes = of_thread.iter().zip(&self.upto);
        let events = prefixes.flat_map(|(events, &length)| &events[..length as usize]);
        let mut events: Vec<usize> = events.map(|&position| position as usize).collect();
        events.sort_unstable();
        Witness {
            method: Method::SyncPreserving,
            events,
        }
    }

    fn raise(&mut self, thread: usize, length: u32) {
        if self.upto[thread] < length {
            self.upto[thread] = length;
            self.threads.push(thread);
        }
    }

    fn close(&mut self) {
        while let Some(thread) = self.threads.pop() {
            let (from, to) = (self.closed[thread], self.upto[thread]);
            if from >= to {
                continue;
            }
            self.closed[thread] = to;
            self.steps += self.upto.len() as u64;
            if let Some(clock) = self.index.clocks.at(thread, to) {
                for (other, &length) in clock.iter().enumerate() {
                    self.raise(other, length);
                }
            }
            for hold in self.locks(thread, from, to) {
                self.include(hold, thread, to);
                self.close_lock(hold.lock);
            }
            self.holders(thread, from, to);
        }
    }

    /// Adds the acquires of the threads that made attempts to get a lock fail.
    fn holders(&mut self, thread: usize, from: u32, to: u32) {
        let observation = self.index.observation;
        let local = |&failure: &u32| observation.local[failure as usize];
        let failures = &self.index.failures[thread];
        let begin = failures.partition_point(|failure| local(failure) < from);
        let inside = failures[begin..]
            .iter()
            .take_while(|failure| local(failure) < to);
        for &failure in inside {
            let holder = observation.partner[failure as usize] as usize;
            self.raise(observation.thread(holder), observation.local[holder] + 1);
        }
    }

    /// The holds that a thread gets in a part of its events, or all of its holds if the part is long.
    fn locks(&self, thread: usize, from: u32, to: u32) -> Vec<Hold> {
        let locals = &self.acquires[thread];
        let start = locals.partition_point(|&local| local < from);
        let end = locals.partition_point(|&local| local < to);
        if end - start > self.locks[thread].len() {
            return self.locks[thread].clone();
        }
        let acquires = &self.index.acquires[thread][start..end];
        let lock = |&acquire: &u32| self.index.observation.action(acquire as usize).acquired();
        acquires.iter().filter_map(lock).collect()
    }

    /// Counts the acquires of a lock by a thread.
    fn include(&mut self, hold: Hold, thread: usize, length: u32) {
        let lock = hold.lock;
        let sections = &self.index.sections[lock.index()];
        let entry = sections
            .iter()
            .position(|sections| sections.thread == thread && sections.shared == hold.shared);
        if let Some(entry) = entry {
            let acquired = self.index.among(&sections[entry], length).len();
            let included = &mut self.included[lock.index()][entry];
            if *included == 0 {
                self.touched.push(lock);
            }
            *included = acquired as u32;
        }
    }

    /// Adds the releases of all sections of a lock before one that excludes them.
    fn close_lock(&mut self, lock: LockId) {
        let sections = &self.index.sections[lock.index()];
        self.steps += 4 * sections.len() as u64;
        let included = &self.included[lock.index()];
        let last = |entry: usize| {
            let last = included[entry].checked_sub(1)?;
            Some(sections[entry].events[last as usize])
        };
        let mut latest = [Latest::default(), Latest::default()];
        for (entry, sections) in sections.iter().enumerate() {
            if let Some(acquire) = last(entry) {
                latest[usize::from(sections.shared)].add(sections.thread, acquire);
            }
        }
        let is_earlier = |&entry: &usize| {
            let ByThread { thread, shared, .. } = sections[entry];
            let after = latest[0].beside(thread);
            let after = after.max(latest[1].beside(thread).filter(|_| !shared));
            last(entry) < after
        };
        let earlier = (0..sections.len()).filter(is_earlier).filter_map(last);
        let releases: Vec<u32> = earlier
            .map(|a| self.index.observation.partner[a as usize])
            .collect();
        for release in releases.into_iter().filter(|&release| release != NONE) {
            let observation = self.index.observation;
            let thread = observation.thread(release as usize);
            self.raise(thread, observation.local[release as usize] + 1);
        }
    }
}

/// The latest of some acquires, and the latest of another thread than its own.
#[derive(Debug, Clone, Copy, Default)]
struct Latest {
    first: Option<(u32, usize)>,
    second: Option<u32>,
}

impl Latest {
    /// Adds the latest acquire of a thread.
    fn add(&mut self, thread: usize, acquire: u32) {
        match self.first {
            Some((known, _)) if acquire <= known => self.second = self.second.max(Some(acquire)),
            _ => {
                self.second = self.first.map(|(known, _)| known);
                self.first = Some((acquire, thread));
            }
        }
    }

    /// The latest acquire of a thread other than this one.
    fn beside(&self, thread: usize) -> Option<u32> {
        match self.first {
            Some((_, own)) if own == thread => self.second,
            first => first.map(|(acquire, _)| acquire),
        }
    }
}

/// The holds that each thread gets.
fn locks(index: &Index<'_>) -> Vec<Vec<Hold>> {
    let mut locks = vec![Vec::new(); index.observation.trace.threads()];
    for (number, sections) in index.sections.iter().enumerate() {
        for sections in sections {
            locks[sections.thread].push(Hold {
                lock: LockId::from_usize(number),
                shared: sections.shared,
            });
        }
    }
    locks
}
