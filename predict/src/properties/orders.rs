//! Search states over the property events of one instance: one iterator for each thread, and the state of
//! the monitor. States with equal iterators and monitor states are one.
//!
//! The order of the events is given from outside: what must come before each event in every correct
//! reordering, or what came before it by sliced causality. Critical sections are atomic: between two
//! property events of one section of a lock no other thread has an event in a section of the lock.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::monitor::{Monitor, MonitorId, Violations};
use super::occurrences::Occurrences;
use crate::budget::Budget;
use crate::causality::open_pairs;
use crate::index::{self, Index};
use crate::observation::NONE;
use crate::trace::Hold;

/// The property events of an instance by threads.
#[derive(Debug)]
pub(crate) struct Lanes {
    /// The threads that have some.
    pub threads: Vec<usize>,
    /// For each of these the positions of its events and their occurrences.
    pub events: Vec<Vec<(u32, u32)>>,
    /// For each event the holds that its thread has.
    held: Vec<Vec<Vec<Hold>>>,
    /// For each event the holds that its thread has from it up to its next event.
    through: Vec<Vec<Vec<Hold>>>,
}

/// For each event the number of events of each thread that come before it.
pub(crate) type Needs = Vec<Vec<Vec<u32>>>;

impl Lanes {
    /// Sorts the events of a slice by threads. O(events * held locks).
    pub fn new(index: &Index<'_>, slice: &[(u32, u32)]) -> Lanes {
        let mut lanes = Lanes {
            threads: Vec::new(),
            events: Vec::new(),
            held: Vec::new(),
            through: Vec::new(),
        };
        for &(position, occurrence) in slice {
            let thread = index.observation.thread(position as usize);
            let known = lanes.threads.iter().position(|&known| known == thread);
            let lane = known.unwrap_or_else(|| {
                lanes.threads.push(thread);
                lanes.events.push(Vec::new());
                lanes.threads.len() - 1
            });
            lanes.events[lane].push((position, occurrence));
        }
        for events in &lanes.events {
            let (held, through) = sections(index, events);
            lanes.held.push(held);
            lanes.through.push(through);
        }
        lanes
    }

    /// Checks whether an order leaves no pair of events of two threads open. Then there is one order.
    pub fn are_ordered(&self, needs: &Needs) -> bool {
        let lanes = 0..self.events.len();
        let mut pairs = lanes.flat_map(|second| (0..second).map(move |first| (first, second)));
        pairs.all(|(first, second)| {
            let before = |place: usize, other: usize| needs[second][other][first] > place as u32;
            let after = |place: usize, other: usize| needs[first][place][second] > other as u32;
            let lengths = [self.events[first].len(), self.events[second].len()];
            open_pairs(lengths, &before, &after, 1).pairs.is_empty()
        })
    }

    /// How many events of each lane are in a prefix of each thread.
    pub fn counts(&self, index: &Index<'_>, upto: &[u32]) -> Vec<u32> {
        let lanes = self.threads.iter().zip(&self.events);
        let counts = lanes.map(|(&thread, events)| {
            let local = |position: u32| index.observation.local[position as usize];
            events.partition_point(|&(position, _)| local(position) < upto[thread]) as u32
        });
        counts.collect()
    }

    /// Checks whether an open section of another thread excludes the next event of a lane.
    fn is_excluded(&self, counts: &[u32], lane: usize) -> bool {
        let held = &self.held[lane][counts[lane] as usize];
        let excludes = |other: usize| {
            let last = counts[other].checked_sub(1);
            other != lane
                && last.is_some_and(|last| {
                    let open = &self.through[other][last as usize];
                    index::exclude(held, open)
                })
        };
        !held.is_empty() && (0..counts.len()).any(excludes)
    }
}

/// For each event of a thread the holds at it, and from it up to the next one.
fn sections(index: &Index<'_>, events: &[(u32, u32)]) -> (Vec<Vec<Hold>>, Vec<Vec<Hold>>) {
    let mut held = Vec::new();
    let mut through = Vec::new();
    for (number, &(position, _)) in events.iter().enumerate() {
        let locks = index.held_at(position as usize).to_vec();
        let next = events.get(number + 1).map(|&(next, _)| next);
        let is_through = |&hold: &Hold| {
            let release = release(index, hold, position as usize);
            release == NONE || next.is_some_and(|next| release > next)
        };
        through.push(locks.iter().copied().filter(is_through).collect());
        held.push(locks);
    }
    (held, through)
}

/// The release of the section of a hold that an event stands in.
fn release(index: &Index<'_>, hold: Hold, position: usize) -> u32 {
    let (thread, local) = index.observation.place(position);
    let own = index.sections_of(thread, hold);
    let acquire = own.and_then(|own| index.among(own, local).last());
    acquire.map_or(NONE, |&acquire| index.observation.partner[acquire as usize])
}

/// A step from a search state by the next event of a lane.
#[derive(Debug, Clone)]
pub(crate) struct Edge {
    pub from: usize,
    pub lane: usize,
    pub to: usize,
    pub violations: Violations,
}

/// The search states that an order allows.
#[derive(Debug)]
pub(crate) struct States {
    /// The numbers of events of each lane, and the monitor, of each state.
    pub all: Vec<(Box<[u32]>, MonitorId)>,
    numbers: FxHashMap<(Box<[u32]>, MonitorId), usize>,
    pub edges: Vec<Edge>,
    /// The edge that led to each state first.
    first: Vec<usize>,
    /// The budget did not suffice.
    pub cut: bool,
}

impl States {
    /// Visits all search states.
    ///
    /// # Errors
    /// If code of the property depends on something that is not recorded.
    pub fn new(
        lanes: &Lanes,
        needs: &Needs,
        monitor: &mut Monitor<'_>,
        occurrences: &Occurrences,
        budget: &mut Budget,
    ) -> Result<States, String> {
        let mut states = States {
            all: Vec::new(),
            numbers: FxHashMap::default(),
            edges: Vec::new(),
            first: Vec::new(),
            cut: false,
        };
        let counts: Box<[u32]> = vec![0; lanes.threads.len()].into();
        let start = monitor.start()?;
        states.number((counts, start));
        let mut open = VecDeque::from([0]);
        while let Some(from) = open.pop_front() {
            let (counts, state) = states.all[from].clone();
            for lane in 0..counts.len() {
                if !may_be_next(lanes, needs, &counts, lane) {
                    continue;
                }
                if !budget.take(1 + counts.len() as u64) {
                    states.cut = true;
                    return Ok(states);
                }
                let (_, occurrence) = lanes.events[lane][counts[lane] as usize];
                let text = &occurrences.texts[occurrence as usize];
                let step = monitor.step(state, occurrence, text)?;
                let mut after = counts.clone();
                after[lane] += 1;
                let (to, fresh) = states.number((after, step.after));
                if fresh {
                    states.first.push(states.edges.len());
                    open.push_back(to);
                }
                states.edges.push(Edge {
                    from,
                    lane,
                    to,
                    violations: step.violations,
                });
            }
        }
        Ok(states)
    }

    fn number(&mut self, state: (Box<[u32]>, MonitorId)) -> (usize, bool) {
        let next = self.all.len();
        let number = *self.numbers.entry(state.clone()).or_insert(next);
        if number == next {
            self.all.push(state);
        }
        (number, number == next)
    }

    /// The number of the state with these events of each lane and this monitor.
    pub fn find(&self, counts: &[u32], monitor: MonitorId) -> Option<usize> {
        self.numbers.get(&(counts.into(), monitor)).copied()
    }

    /// The positions of the events on the shortest way through an edge.
    pub fn path(&self, lanes: &Lanes, edge: usize) -> Vec<usize> {
        let mut positions = Vec::new();
        let mut edge = Some(edge);
        while let Some(number) = edge {
            let Edge { from, lane, .. } = self.edges[number];
            let count = self.all[from].0[lane];
            positions.push(lanes.events[lane][count as usize].0 as usize);
            edge = from.checked_sub(1).map(|before| self.first[before]);
        }
        positions.reverse();
        positions
    }

    /// The states from which some edges can be reached.
    pub fn leading_to(&self, wanted: &dyn Fn(&Edge) -> bool) -> Vec<bool> {
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); self.all.len()];
        let mut leads = vec![false; self.all.len()];
        let mut open = Vec::new();
        for edge in &self.edges {
            into[edge.to].push(edge.from);
            if wanted(edge) && !leads[edge.from] {
                leads[edge.from] = true;
                open.push(edge.from);
            }
        }
        while let Some(state) = open.pop() {
            for &before in &into[state] {
                if !leads[before] {
                    leads[before] = true;
                    open.push(before);
                }
            }
        }
        leads
    }
}

/// Checks whether an event of a lane can be next by its order and the sections of locks.
fn may_be_next(lanes: &Lanes, needs: &Needs, counts: &[u32], lane: usize) -> bool {
    let Some(need) = needs[lane].get(counts[lane] as usize) else {
        return false;
    };
    need.iter().zip(counts).all(|(need, count)| need <= count) && !lanes.is_excluded(counts, lane)
}
