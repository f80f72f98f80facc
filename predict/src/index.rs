//! The index of a trace for the searches: clocks, sections of locks, held locks, writes, segments.

use rustc_hash::FxHashMap;

use crate::clocks::{Clocks, Edges};
use crate::observation::{NONE, Observation};
use crate::trace::{Action, Hold, Names};

/// The acquires of a lock in one way or the writes of a variable by one thread.
#[derive(Debug)]
pub(crate) struct ByThread {
    pub thread: usize,
    /// The acquires are those of a reader.
    pub shared: bool,
    /// The positions of the events, in order.
    pub events: Vec<u32>,
}

impl ByThread {
    /// Checks whether two threads cannot be in these sections of one lock at once.
    pub fn excludes(&self, other: &ByThread) -> bool {
        self.thread != other.thread && !(self.shared && other.shared)
    }
}

/// A set of locks that a thread holds, by number.
pub(crate) type HeldId = u32;

/// An observed trace with its index. O(events) in time and memory.
#[derive(Debug)]
pub(crate) struct Index<'o> {
    pub observation: &'o Observation<'o>,
    /// Order of threads, forks, joins, waits and reads.
    pub clocks: Clocks,
    /// Reads alone, in a trace with branches.
    pub flow: Option<Clocks>,
    /// Forks, joins and waits alone, if reads need not be right or may see another write.
    pub spawn: Option<Clocks>,
    /// The acquires of each lock, one entry for each thread and way in which it acquires it.
    pub sections: Vec<Vec<ByThread>>,
    /// The writes of each variable, one entry for each thread that writes it.
    pub writes: Vec<Vec<ByThread>>,
    /// The positions of the acquires of each thread.
    pub acquires: Vec<Vec<u32>>,
    /// The attempts of each thread to get a lock that another thread held.
    pub failures: Vec<Vec<u32>>,
    /// The set of holds that the thread has before each event.
    pub held: Vec<HeldId>,
    /// The sets of holds, each ascending. A thread that has a lock alone may be a reader as well.
    pub held_sets: Vec<Vec<Hold>>,
    /// The number of branches of each thread before each of its events; empty without branches.
    pub last_branch: Vec<Vec<u32>>,
    /// The segment of each event in its thread: from the first event after one that others may
    /// depend on up to the next such event.
    pub segment: Vec<u32>,
}

impl<'o> Index<'o> {
    /// The index of an observed trace.
    pub fn new(observation: &'o Observation<'o>) -> Self {
        let both = Edges {
            reads: true,
            spawns: true,
        };
        let free = observation.branches || observation.values;
        let only = |edges| Clocks::new(observation, edges);
        let flow = observation.branches.then(|| {
            only(Edges {
                spawns: false,
                ..both
            })
        });
        let spawn = free.then(|| {
            only(Edges {
                reads: false,
                ..both
            })
        });
        let (held, held_sets) = held(observation);
        let tables = &observation.trace.tables;
        Index {
            observation,
            clocks: only(both),
            flow,
            spawn,
            sections: by_thread(observation, &tables.locks, &|action| {
                let hold = action.acquired()?;
                Some((hold.lock.index(), hold.shared))
            }),
            writes: by_thread(observation, &tables.variables, &|action| {
                let write = action.access().filter(|access| access.writes);
                write.map(|access| (access.variable.index(), false))
            }),
            acquires: acquires(observation),
            failures: failures(observation),
            held,
            held_sets,
            last_branch: last_branches(observation),
            segment: segments(observation),
        }
    }

    /// The holds that the thread of an event has before it.
    pub fn held_at(&self, position: usize) -> &[Hold] {
        &self.held_sets[self.held[position] as usize]
    }

    /// The sections of a thread for one of its holds.
    pub fn sections_of(&self, thread: usize, hold: Hold) -> Option<&ByThread> {
        let mut sections = self.sections[hold.lock.index()].iter();
        sections.find(|sections| sections.thread == thread && sections.shared == hold.shared)
    }

    /// The end of the prefix of a thread in which reads must be right, if `length` events of it
    /// happen.
    pub fn sure(&self, thread: usize, length: u32) -> u32 {
        match length.checked_sub(1) {
            Some(last) if self.observation.branches => self.last_branch[thread][last as usize],
            Some(_) => length,
            None => 0,
        }
    }

    /// Checks whether an event of another thread comes before an event by the order of threads, forks,
    /// joins, waits and reads.
    pub fn is_before(&self, first: usize, second: usize) -> bool {
        let observation = self.observation;
        let (thread, local) = (observation.thread(second), observation.local[second]);
        let known = self
            .clocks
            .component(thread, local, observation.thread(first));
        known > observation.local[first]
    }

    /// The events of a list that are among the first `length` events of its thread.
    pub fn among<'i>(&self, list: &'i ByThread, length: u32) -> &'i [u32] {
        let before = |&event: &u32| self.observation.local[event as usize] < length;
        &list.events[..list.events.partition_point(before)]
    }
}

/// Checks whether two threads cannot have these holds at once. Both lists are ascending.
pub(crate) fn exclude(first: &[Hold], second: &[Hold]) -> bool {
    let of_lock = |hold: &Hold| {
        let start = second.partition_point(|other| other.lock < hold.lock);
        let lock = hold.lock;
        second[start..]
            .iter()
            .take_while(move |other| other.lock == lock)
    };
    first
        .iter()
        .any(|hold| of_lock(hold).any(|other| hold.excludes(*other)))
}

fn acquires(observation: &Observation<'_>) -> Vec<Vec<u32>> {
    let acquires = |events: &Vec<u32>| {
        let acquires = events.iter().copied();
        let acquires = acquires.filter(|&e| observation.action(e as usize).acquired().is_some());
        acquires.collect()
    };
    observation.of_thread.iter().map(acquires).collect()
}

/// The attempts that failed since another thread held the lock.
fn failures(observation: &Observation<'_>) -> Vec<Vec<u32>> {
    let mut failures = vec![Vec::new(); observation.of_thread.len()];
    for (position, event) in observation.trace.events.iter().enumerate() {
        let holder = observation.partner[position];
        if event.action.refused().is_some()
            && holder != NONE
            && observation.thread(holder as usize) != event.thread.index()
        {
            failures[event.thread.index()].push(position as u32);
        }
    }
    failures
}

/// The events about each thing of a table, by their threads and their way.
pub(crate) fn by_thread(
    observation: &Observation<'_>,
    table: &Names,
    thing: &dyn Fn(Action) -> Option<(usize, bool)>,
) -> Vec<Vec<ByThread>> {
    let mut lists: Vec<Vec<ByThread>> = Vec::new();
    lists.resize_with(table.len(), Vec::new);
    let mut entries: FxHashMap<(usize, usize, bool), usize> = FxHashMap::default();
    for (position, event) in observation.trace.events.iter().enumerate() {
        let Some((number, shared)) = thing(event.action) else {
            continue;
        };
        let thread = event.thread.index();
        let of_thing = &mut lists[number];
        let entry = *entries.entry((thread, number, shared)).or_insert_with(|| {
            of_thing.push(ByThread {
                thread,
                shared,
                events: Vec::new(),
            });
            of_thing.len() - 1
        });
        of_thing[entry].events.push(position as u32);
    }
    lists
}

/// The set of holds before each event, and the sets.
fn held(observation: &Observation<'_>) -> (Vec<HeldId>, Vec<Vec<Hold>>) {
    let mut sets = vec![Vec::new()];
    let mut numbers: FxHashMap<Vec<Hold>, HeldId> = FxHashMap::from_iter([(Vec::new(), 0)]);
    let mut now: Vec<HeldId> = vec![0; observation.trace.threads()];
    let mut held = Vec::with_capacity(observation.trace.events.len());
    for event in &observation.trace.events {
        let own = &mut now[event.thread.index()];
        held.push(*own);
        let acquired = event.action.acquired();
        let Some(hold) = acquired.or(event.action.released()) else {
            continue;
        };
        let mut set = sets[*own as usize].clone();
        match set.binary_search(&hold) {
            Err(place) if acquired.is_some() => set.insert(place, hold),
            Ok(place) if acquired.is_none() => {
                set.remove(place);
            }
            _ => {}
        }
        *own = *numbers.entry(set).or_insert_with_key(|set| {
            sets.push(set.clone());
            sets.len() as HeldId - 1
        });
    }
    (held, sets)
}

/// For each event of each thread the length of the prefix that its latest branch ends.
fn last_branches(observation: &Observation<'_>) -> Vec<Vec<u32>> {
    if !observation.branches {
        return Vec::new();
    }
    let of_thread = |events: &Vec<u32>| {
        let mut last = 0;
        let lengths = events.iter().zip(1..).map(|(&position, length)| {
            if observation.action(position as usize).decides() {
                last = length;
            }
            last
        });
        lengths.collect()
    };
    observation.of_thread.iter().map(of_thread).collect()
}

/// Numbers the segments. Of the events of one segment no other thread depends on any but the
/// last. A compare-and-set is the last, too: where it is next, it matters what it sees.
fn segments(observation: &Observation<'_>) -> Vec<u32> {
    let mut number = vec![0; observation.trace.threads()];
    let seen_elsewhere = seen_elsewhere(observation);
    let mut segments = Vec::with_capacity(observation.trace.events.len());
    let mut first: Vec<u32> = observation
        .needs
        .iter()
        .map(|&(_, earlier)| earlier)
        .collect();
    first.sort_unstable();
    for (position, event) in observation.trace.events.iter().enumerate() {
        let own = &mut number[event.thread.index()];
        segments.push(*own);
        let action = event.action;
        let gives = action.released().is_some()
            || action.wakes().is_some()
            || matches!(
                action,
                Action::Fork(_) | Action::Join(_) | Action::CompareAndSet(_)
            )
            || first.binary_search(&(position as u32)).is_ok();
        *own += u32::from(gives || seen_elsewhere[position]);
    }
    segments
}

/// The writes that other threads may see: those that they saw and, with values, all writes of
/// variables that another thread reads.
fn seen_elsewhere(observation: &Observation<'_>) -> Vec<bool> {
    let events = &observation.trace.events;
    let mut seen = vec![false; events.len()];
    let mut readers: Vec<Readers> = vec![Readers::None; observation.trace.tables.variables.len()];
    for (position, event) in events.iter().enumerate() {
        let source = observation.source[position];
        if source != NONE && events[source as usize].thread != event.thread {
            seen[source as usize] = true;
        }
        if let Some(access) = event.action.access().filter(|access| access.reads) {
            let readers = &mut readers[access.variable.index()];
            *readers = readers.and(event.thread.index());
        }
    }
    if observation.values {
        for (position, event) in events.iter().enumerate() {
            if let Some(access) = event.action.access().filter(|access| access.writes) {
                let readers = readers[access.variable.index()];
                seen[position] |= readers.beside(event.thread.index());
            }
        }
    }
    seen
}

/// The threads that read a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Readers {
    None,
    One(usize),
    Several,
}

impl Readers {
    fn and(self, thread: usize) -> Readers {
        match self {
            Readers::None => Readers::One(thread),
            Readers::One(known) if known == thread => self,
            _ => Readers::Several,
        }
    }

    /// Checks whether a thread other than this one reads.
    fn beside(self, thread: usize) -> bool {
        match self {
            Readers::None => false,
            Readers::One(known) => known != thread,
            Readers::Several => true,
        }
    }
}
