//! Saturation: the order that every correct reordering of an ideal has.
//!
//! The order begins with that of threads, forks, joins, waits and reads, and grows by these rules
//! to a fixpoint (Pavlogiannis, POPL 2020):
//!
//! - If a section of a lock begins before another one ends that excludes it, then it ends before the
//!   other begins. A section without an end in the ideal is the last one of these.
//! - If a write comes before a read that sees another write, then it comes before that write.
//! - If a write comes after the write that a read sees, then it comes after the read.

use crate::budget::Budget;
use crate::ideal::{Goal, Ideal, pairs};
use crate::index::{ByThread, Index};
use crate::observation::NONE;
use crate::trace::{Action, Hold};

/// The largest order that is kept, in cells.
const CELLS: usize = 20_000_000;

/// For each event of an ideal the events that come before it in every order.
#[derive(Debug)]
pub(crate) struct Order<'o> {
    index: &'o Index<'o>,
    ideal: &'o Ideal,
    width: usize,
    /// The row of the first event of each thread.
    starts: Vec<usize>,
    /// For each event, thread by thread, the number of events of each thread before it.
    cells: Vec<u32>,
    changed: bool,
    contradiction: bool,
}

impl<'o> Order<'o> {
    /// Saturates an ideal. None if no order can satisfy it. A budget that ends before the fixpoint
    /// leaves an order that lacks something.
    pub fn new(
        index: &'o Index<'o>,
        ideal: &'o Ideal,
        goal: &Goal,
        budget: &mut Budget,
    ) -> Option<Order<'o>> {
        let width = ideal.upto.len();
        let mut starts = Vec::with_capacity(width);
        let mut size = 0;
        for &length in &ideal.upto {
            starts.push(size);
            size += length as usize;
        }
        let kept = size.saturating_mul(width) <= CELLS;
        let mut order = Order {
            index,
            ideal,
            width,
            starts,
            cells: vec![0; if kept { size * width } else { 0 }],
            changed: kept,
            contradiction: false,
        };
        let mut events = order.events();
        events.sort_unstable();
        let pairs = pairs(index.observation, ideal, goal);
        while order.changed && !order.contradiction && budget.take((2 * size * width) as u64) {
            order.changed = false;
            order.round(&events, &pairs);
        }
        (!order.contradiction).then_some(order)
    }

    /// Checks whether all events before an event have happened.
    pub fn allows(&self, thread: usize, local: u32, done: &[u32]) -> bool {
        let row = self.row(thread, local);
        row.is_none_or(|row| row.iter().zip(done).all(|(before, done)| before <= done))
    }

    fn events(&self) -> Vec<usize> {
        let of_thread = self
            .index
            .observation
            .of_thread
            .iter()
            .zip(&self.ideal.upto);
        let events = of_thread.flat_map(|(events, &length)| &events[..length as usize]);
        events.map(|&event| event as usize).collect()
    }

    fn row(&self, thread: usize, local: u32) -> Option<&[u32]> {
        let start = (self.starts[thread] + local as usize) * self.width;
        self.cells.get(start..start + self.width)
    }

    /// How many events of a thread come before an event.
    fn before(&self, event: usize, thread: usize) -> u32 {
        let observation = self.index.observation;
        let row = self.row(observation.thread(event), observation.local[event]);
        row.map_or(0, |row| row[thread])
    }

    /// Applies every rule once to every event.
    fn round(&mut self, events: &[usize], pairs: &[(usize, usize)]) {
        let observation = self.index.observation;
        for &(first, second) in pairs
            .iter()
            .filter(|pair| self.ideal.has(observation, pair.1))
        {
            self.put(first, second);
        }
        for &event in events {
            if self.contradiction {
                return;
            }
            self.threads(event);
            let action = observation.action(event);
            if let Some(hold) = action.acquired() {
                self.sections(event, hold);
            }
            if action.access().is_some_and(|access| access.reads) {
                self.read(event);
            }
        }
    }

    /// The order of threads, forks and joins, and the fixed orders.
    fn threads(&mut self, event: usize) {
        let observation = self.index.observation;
        let thread = observation.thread(event);
        match observation.local[event].checked_sub(1) {
            Some(before) => self.put(
                observation.of_thread[thread][before as usize] as usize,
                event,
            ),
            None => {
                for &fork in &observation.forks[thread] {
                    self.put(fork as usize, event);
                }
            }
        }
        for earlier in observation.needs(event) {
            self.put(earlier, event);
        }
        if let Action::Join(joined) = observation.action(event)
            && observation.joins(event, joined)
            && let Some(&last) = observation.of_thread[joined.index()].last()
        {
            self.put(last as usize, event);
        }
    }

    /// The rule of locks, for the section that an event begins.
    fn sections(&mut self, acquire: usize, hold: Hold) {
        let thread = self.index.observation.thread(acquire);
        let release = self.release(acquire);
        for other in &self.index.sections[hold.lock.index()] {
            if other.thread == thread || hold.shared && other.shared {
                continue;
            }
            let bound = match release {
                None => self.ideal.upto[other.thread],
                Some(release) => self.before(release, other.thread),
            };
            let bound = bound.max(self.before(acquire, other.thread));
            let Some(&earlier) = self.index.among(other, bound).last() else {
                continue;
            };
            match self.release(earlier as usize) {
                Some(end) => self.put(end, acquire),
                None => self.contradiction = true,
            }
        }
    }

    /// The release of an acquire, if it is in the ideal.
    fn release(&self, acquire: usize) -> Option<usize> {
        let release = self.index.observation.partner[acquire];
        let inside = release != NONE && self.ideal.has(self.index.observation, release as usize);
        inside.then_some(release as usize)
    }

    /// The rules of reads.
    fn read(&mut self, read: usize) {
        let observation = self.index.observation;
        let thread = observation.thread(read);
        let Some(access) = observation.action(read).access() else {
            return;
        };
        if observation.local[read] >= self.ideal.sure[thread] {
            return;
        }
        let source = observation.source[read];
        if source != NONE {
            self.put(source as usize, read);
        }
        for writes in &self.index.writes[access.variable.index()] {
            self.earlier_write(writes, read, source);
            self.later_write(writes, read, source);
        }
    }

    /// The last write of a thread before a read comes before the write that the read sees.
    fn earlier_write(&mut self, writes: &ByThread, read: usize, source: u32) {
        let earlier = self
            .index
            .among(writes, self.before(read, writes.thread))
            .last();
        match earlier {
            Some(_) if source == NONE => self.contradiction = true,
            Some(&write) if write != source => self.put(write as usize, source as usize),
            _ => {}
        }
    }

    /// The first write of a thread after the write that a read sees comes after the read.
    fn later_write(&mut self, writes: &ByThread, read: usize, source: u32) {
        let observation = self.index.observation;
        let inside = self.index.among(writes, self.ideal.upto[writes.thread]);
        let follows = |&write: &u32| {
            source == NONE || {
                let (thread, local) = (
                    observation.thread(source as usize),
                    observation.local[source as usize],
                );
                self.before(write as usize, thread) > local
            }
        };
        let first = inside.partition_point(|write| !follows(write));
        if let Some(&write) = inside.get(first).filter(|&&write| write as usize != read) {
            self.put(read, write as usize);
        }
    }

    /// Puts one event before another, and with it all that comes before it.
    fn put(&mut self, first: usize, second: usize) {
        let observation = self.index.observation;
        let (thread, local) = (observation.thread(first), observation.local[first]);
        let own = observation.thread(second);
        let from = (self.starts[thread] + local as usize) * self.width;
        let to = (self.starts[own] + observation.local[second] as usize) * self.width;
        for other in 0..self.width {
            let known = if other == thread { local + 1 } else { 0 };
            let before = self.cells[from + other].max(known);
            if self.cells[to + other] < before {
                self.cells[to + other] = before;
                self.changed = true;
            }
        }
        self.contradiction |= self.cells[to + own] > observation.local[second];
    }
}
