//! Vector clocks: for each prefix of a thread the events of other threads that it cannot be
//! without (Fidge 1988, Mattern 1988).

use crate::observation::{NONE, Observation};
use crate::trace::Action;

/// The relations that clocks follow, beside the order of threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edges {
    /// From writes to the reads that saw them.
    pub reads: bool,
    /// From forks to begins, from ends to joins, from notifications to the ends of waits, and the
    /// fixed orders.
    pub spawns: bool,
}

/// The clocks of all prefixes. A clock is kept where it changes.
#[derive(Debug)]
pub(crate) struct Clocks {
    width: usize,
    of_thread: Vec<Versions>,
}

/// The clocks of one thread.
#[derive(Debug, Default)]
struct Versions {
    /// The length of the prefix at which each clock begins to hold.
    from: Vec<u32>,
    /// The clocks, one behind the other.
    cells: Vec<u32>,
}

impl Versions {
    /// The clock of the latest version.
    fn last(&self, width: usize) -> Option<&[u32]> {
        let start = self.cells.len().checked_sub(width)?;
        self.cells.get(start..).filter(|_| !self.from.is_empty())
    }
}

impl Clocks {
    /// The clocks of a trace. O(events + changes * threads).
    pub fn new(observation: &Observation<'_>, edges: Edges) -> Clocks {
        let width = observation.trace.threads();
        let mut clocks = Clocks {
            width,
            of_thread: (0..width).map(|_| Versions::default()).collect(),
        };
        let wakes = wakes(observation);
        let mut before = Vec::new();
        for position in 0..observation.trace.events.len() {
            before.clear();
            if edges.reads && observation.source[position] != NONE {
                before.push(observation.source[position] as usize);
            }
            if edges.spawns {
                spawns(observation, position, &mut before);
                before.extend(observation.needs(position));
                let wake = wakes.binary_search_by_key(&position, |&(acquire, _)| acquire);
                before.extend(wake.ok().map(|found| wakes[found].1));
            }
            if !before.is_empty() {
                clocks.join(observation, position, &before);
            }
        }
        clocks
    }

    /// Lets the clock from an event on include earlier events.
    fn join(&mut self, observation: &Observation<'_>, position: usize, before: &[usize]) {
        let thread = observation.thread(position);
        let from = observation.local[position] + 1;
        for &event in before {
            let (other, length) = (observation.thread(event), observation.local[event] + 1);
            if other == thread || self.component(thread, from, other) >= length {
                continue;
            }
            let mut clock = match self.of_thread[thread].last(self.width) {
                Some(clock) => clock.to_vec(),
                None => vec![0; self.width],
            };
            clock[other] = length;
            for (own, theirs) in clock.iter_mut().zip(self.at(other, length).unwrap_or(&[])) {
                *own = (*own).max(*theirs);
            }
            self.of_thread[thread].put(from, &clock);
        }
    }

    /// The clock of the prefix of a thread with `length` events: the number of events of each
    /// other thread. None for a clock of zeros.
    pub fn at(&self, thread: usize, length: u32) -> Option<&[u32]> {
        let versions = &self.of_thread[thread];
        let version = match versions.from.last() {
            Some(&from) if from <= length => versions.from.len(),
            _ => versions.from.partition_point(|&from| from <= length),
        };
        let start = version.checked_sub(1)? * self.width;
        versions.cells.get(start..start + self.width)
    }

    /// How many events of another thread the prefix of a thread includes.
    pub fn component(&self, thread: usize, length: u32, other: usize) -> u32 {
        self.at(thread, length).map_or(0, |clock| clock[other])
    }
}

impl Versions {
    fn put(&mut self, from: u32, clock: &[u32]) {
        if self.from.last() == Some(&from) {
            self.cells.truncate(self.cells.len() - clock.len());
        } else {
            self.from.push(from);
        }
        self.cells.extend_from_slice(clock);
    }
}

/// The notification of each acquire that ends a wait, in the order of the trace.
fn wakes(observation: &Observation<'_>) -> Vec<(usize, usize)> {
    let waits = observation.waits.iter();
    waits.map(|wait| (wait.acquire, wait.wake)).collect()
}

/// Adds the forks before the first event of a thread, and the end of the thread before a join.
fn spawns(observation: &Observation<'_>, position: usize, before: &mut Vec<usize>) {
    if observation.local[position] == 0 {
        let forks = &observation.forks[observation.thread(position)];
        before.extend(forks.iter().map(|&fork| fork as usize));
    }
    if let Action::Join(joined) = observation.action(position)
        && observation.joins(position, joined)
    {
        let last = observation.of_thread[joined.index()].last();
        before.extend(last.map(|&last| last as usize));
    }
}
