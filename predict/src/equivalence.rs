//! Equivalent runs: orders of the events of a run that keep the order of events which depend on each other
//! (Mazurkiewicz 1977).
//!
//! Two events *depend* on each other if they touch one thing, and one of them changes it. Things are threads,
//! variables, locks, and messages: from a fork to the begin of its thread, from the end of a thread to a join, from a
//! notification to the end of a wait. An attempt that failed without a holder needs the run as it was up to it, so all
//! events behind it depend on these. For example, two writes of a variable depend on each other, and two
//! reads of it do not.
//!
//! A set of events that has with each event all that it depends on is a correct reordering in each of these
//! orders: each read sees the write that it saw, and the sections of each lock come in the order of the run.

use rustc_hash::FxHashMap;

use crate::observation::Observation;
use crate::trace::Action;

/// The things that the events of a run touch.
#[derive(Debug)]
pub(crate) struct Things<'o> {
    observation: &'o Observation<'o>,
    /// The things of the waits that an event is part of.
    waits: FxHashMap<usize, Vec<usize>>,
    /// The thing of each event that another one follows in every reordering.
    fixed: FxHashMap<usize, usize>,
    /// The number of events at the begin of the run whose order an attempt needs.
    straight: usize,
    count: usize,
}

/// The place of some chosen events among the events of an equivalent run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placing {
    /// An event that no chosen event comes before is ahead of all of them.
    Late,
    /// Between two chosen events stand only events that the second one depends on.
    Early,
}

impl Placing {
    /// Both ways. If events in between do no harm, either one is good.
    pub const ALL: [Placing; 2] = [Placing::Late, Placing::Early];
}

impl<'o> Things<'o> {
    /// The things of a run. O(threads + waits + fixed orders).
    pub fn new(observation: &'o Observation<'o>) -> Self {
        let tables = &observation.trace.tables;
        let threads = tables.threads.len();
        let mut count = 3 * threads + tables.variables.len() + tables.locks.len();
        let mut waits: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for wait in &observation.waits {
            for event in [wait.release, wait.wake, wait.acquire] {
                waits.entry(event).or_default().push(count);
            }
            count += 1;
        }
        let mut fixed = FxHashMap::default();
        for &(_, earlier) in &observation.needs {
            fixed.entry(earlier as usize).or_insert_with(|| {
                count += 1;
                count - 1
            });
        }
        let straight = observation.unexplained.last();
        Things {
            observation,
            waits,
            fixed,
            straight: straight.map_or(0, |&attempt| attempt as usize + 1),
            count: count + 1,
        }
    }

    /// The number of things. The first ones are the threads.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Gives `touch` each thing that an event touches, and whether the event changes it.
    pub fn of(&self, position: usize, touch: &mut dyn FnMut(usize, bool)) {
        let observation = self.observation;
        let threads = observation.trace.threads();
        let (begins, ends, variables) = (threads, 2 * threads, 3 * threads);
        let locks = variables + observation.trace.tables.variables.len();
        let (thread, local) = observation.place(position);
        touch(thread, true);
        if local == 0 {
            touch(begins + thread, false);
        }
        let action = observation.action(position);
        match action {
            Action::Fork(other) | Action::Join(other) if self.begins(position, other.index()) => {
                touch(begins + other.index(), true);
            }
            Action::Join(other) if observation.joins(position, other) => {
                touch(ends + other.index(), false);
            }
            _ => {}
        }
        if let Some(access) = action.access() {
            touch(variables + access.variable.index(), access.writes);
        }
        let held = action.acquired().or(action.released());
        if let Some(hold) = held.or(action.refused()) {
            touch(locks + hold.lock.index(), !hold.shared);
        }
        for &wait in self.waits.get(&position).into_iter().flatten() {
            touch(wait, action.wakes().is_some());
        }
        for earlier in observation.needs(position) {
            touch(self.fixed[&earlier], false);
        }
        if let Some(&own) = self.fixed.get(&position) {
            touch(own, true);
        }
        if local + 1 == observation.length(thread) {
            touch(ends + thread, true);
        }
        if self.straight > 0 {
            touch(self.count - 1, position < self.straight);
        }
    }

    /// Checks whether a thread begins after an event.
    fn begins(&self, position: usize, thread: usize) -> bool {
        self.observation.forks[thread].contains(&(position as u32))
    }

    /// For each event of a list the largest number of the chosen events that come before it in the list and
    /// that it depends on, directly or not. O(events + things).
    fn spread(&self, events: impl Iterator<Item = usize>, chosen: &[(usize, u8)]) -> Vec<u8> {
        let mut levels = vec![[0u8; 2]; self.count];
        let spread = events.map(|event| {
            let own = chosen.iter().filter(|&&(position, _)| position == event);
            let mut level = own.map(|&(_, number)| number).max().unwrap_or(0);
            self.of(event, &mut |thing, changes| {
                level = level.max(levels[thing][usize::from(changes)]);
            });
            self.of(event, &mut |thing, changes| {
                let [by_changes, by_all] = &mut levels[thing];
                *by_all = level.max(*by_all);
                if changes {
                    *by_changes = level.max(*by_changes);
                }
            });
            level
        });
        spread.collect()
    }

    /// An equivalent run in which some events come in this order, with the events alone that they depend
    /// on. None of them may depend on a later one of the list. O(events + things).
    pub fn linearized(&self, chosen: &[usize], placing: Placing) -> Vec<usize> {
        let numbers = 1..=chosen.len() as u8;
        let forwards: Vec<(usize, u8)> = chosen.iter().copied().zip(numbers.clone()).collect();
        let backwards: Vec<(usize, u8)> = chosen.iter().copied().zip(numbers.rev()).collect();
        let end = chosen.iter().max().map_or(0, |&last| last + 1);
        let mut needed = self.spread((0..end).rev(), &backwards);
        needed.reverse();
        let kept: Vec<usize> = (0..end).filter(|&event| needed[event] > 0).collect();
        let mut level = match placing {
            Placing::Late => self.spread(kept.iter().copied(), &forwards),
            Placing::Early => {
                let number = |&event: &usize| chosen.len() as u8 - needed[event];
                kept.iter().map(number).collect()
            }
        };
        let mut placed = Vec::with_capacity(kept.len());
        let last = level.iter().max().copied().unwrap_or(0);
        for number in 0..=last {
            let own = kept.iter().zip(&mut level);
            placed.extend(own.filter(|own| *own.1 == number).map(|(&event, _)| event));
        }
        placed
    }
}
