//! Ideals: for each thread the length of a prefix, closed under what events cannot be without.

use crate::index::Index;
use crate::observation::Observation;
use crate::trace::Action;

/// A question about a trace: is there a correct reordering in which these threads stop there, and
/// these pairs of events come in this order?
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Goal {
    /// Threads, each with the number of its events that happen.
    pub stops: Vec<(usize, u32)>,
    /// Pairs of positions. Both events happen, the first before the second.
    pub orders: Vec<(usize, usize)>,
    /// The event that happens last. Its thread stops behind it.
    pub last: Option<usize>,
}

impl Goal {
    /// The goal that these events are next.
    pub fn before(observation: &Observation<'_>, positions: &[usize]) -> Goal {
        let stop = |&position: &usize| (observation.thread(position), observation.local[position]);
        Goal {
            stops: positions.iter().map(stop).collect(),
            ..Goal::default()
        }
    }

    /// The number of events after which a thread must stop.
    pub fn limit(&self, thread: usize) -> u32 {
        let stop = self.stops.iter().find(|(stopped, _)| *stopped == thread);
        stop.map_or(u32::MAX, |&(_, length)| length)
    }
}

/// A set of events: a prefix of each thread.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Ideal {
    /// The number of events of each thread.
    pub upto: Vec<u32>,
    /// The number of events of each thread in which reads must be right.
    pub sure: Vec<u32>,
}

impl Ideal {
    /// The least ideal for a goal. None if the goal needs an event behind one of its stops.
    pub fn new(index: &Index<'_>, goal: &Goal) -> Option<Ideal> {
        let threads = index.observation.trace.threads();
        let mut ideal = Ideal {
            upto: vec![0; threads],
            sure: vec![0; threads],
        };
        for &(thread, length) in &goal.stops {
            ideal.upto[thread] = ideal.upto[thread].max(length);
            // The next event of the thread needs that the thread has begun.
            for &fork in index.observation.forks[thread]
                .iter()
                .filter(|_| length == 0)
            {
                ideal.include(index, fork as usize);
            }
        }
        for &(first, second) in &goal.orders {
            ideal.include(index, first);
            ideal.include(index, second);
        }
        for wait in &index.observation.waits {
            if awaited(index.observation, goal, wait.acquire) {
                ideal.include(index, wait.wake);
            }
        }
        ideal.close(index, goal).then_some(ideal)
    }

    /// The least ideal that has an event as well. None if that contradicts the goal.
    pub fn with(&self, index: &Index<'_>, goal: &Goal, position: usize) -> Option<Ideal> {
        let mut ideal = self.clone();
        ideal.include(index, position);
        ideal.close(index, goal).then_some(ideal)
    }

    /// Checks whether an event is in the ideal.
    pub fn has(&self, observation: &Observation<'_>, position: usize) -> bool {
        self.upto[observation.thread(position)] > observation.local[position]
    }

    fn include(&mut self, index: &Index<'_>, position: usize) {
        let upto = &mut self.upto[index.observation.thread(position)];
        *upto = (*upto).max(index.observation.local[position] + 1);
    }

    /// Adds what the events need. False if that is behind a stop.
    fn close(&mut self, index: &Index<'_>, goal: &Goal) -> bool {
        let mut changed = true;
        while changed {
            changed = false;
            for thread in 0..self.upto.len() {
                changed |= self.close_thread(index, thread);
            }
        }
        goal.stops
            .iter()
            .all(|&(thread, length)| self.upto[thread] <= length)
    }

    /// Adds what the events of one thread need.
    fn close_thread(&mut self, index: &Index<'_>, thread: usize) -> bool {
        let mut changed = false;
        let length = self.upto[thread];
        let Some(flow) = &index.flow else {
            self.sure[thread] = length;
            return raise(&mut self.upto, index.clocks.at(thread, length));
        };
        let sure = self.sure[thread].max(index.sure(thread, length));
        changed |= sure != self.sure[thread];
        self.sure[thread] = sure;
        if sure > 0 {
            // The values that a thread gets at its fork depend on the reads of the thread that forks it.
            let begins = index.observation.forks[thread].iter();
            let is_fork = |&&event: &&u32| {
                let action = index.observation.action(event as usize);
                matches!(action, Action::Fork(_))
            };
            for &fork in begins.filter(is_fork) {
                let (parent, local) = index.observation.place(fork as usize);
                changed |= self.sure[parent] <= local;
                self.sure[parent] = self.sure[parent].max(local + 1);
                changed |= self.upto[parent] <= local;
                self.upto[parent] = self.upto[parent].max(local + 1);
            }
        }
        changed |= raise(&mut self.sure, flow.at(thread, sure));
        changed |= raise(&mut self.upto, flow.at(thread, sure));
        let spawn = index
            .spawn
            .as_ref()
            .and_then(|spawn| spawn.at(thread, length));
        changed | raise(&mut self.upto, spawn)
    }
}

/// Raises each number to at least that of a clock.
fn raise(lengths: &mut [u32], clock: Option<&[u32]>) -> bool {
    let mut changed = false;
    for (length, &least) in lengths.iter_mut().zip(clock.unwrap_or(&[])) {
        changed |= *length < least;
        *length = (*length).max(least);
    }
    changed
}

/// Checks whether a thread of the goal stops before an acquire that ends a wait. The goal then needs the
/// notification as well, since the thread only then asks for the lock.
pub(crate) fn awaited(observation: &Observation<'_>, goal: &Goal, acquire: usize) -> bool {
    goal.limit(observation.thread(acquire)) == observation.local[acquire]
}

/// The pairs of events whose order matters in an ideal, beside that of threads, by their second
/// events.
pub(crate) fn pairs(
    observation: &Observation<'_>,
    ideal: &Ideal,
    goal: &Goal,
) -> Vec<(usize, usize)> {
    let mut pairs = goal.orders.clone();
    for wait in &observation.waits {
        let happens = ideal.has(observation, wait.acquire);
        if happens || awaited(observation, goal, wait.acquire) {
            pairs.push((wait.release, wait.wake));
        }
        if happens {
            pairs.push((wait.wake, wait.acquire));
        }
    }
    pairs.sort_unstable_by_key(|&(_, second)| second);
    pairs
}
