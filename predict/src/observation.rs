//! The relations that a run has shown between its events: the write that each read saw, the sections of locks, the
//! notification that ended each wait, the forks and joins of threads.

use rustc_hash::FxHashMap;

use crate::trace::{Action, LockId, ThreadId, Trace};

/// The position that stands for "none".
pub(crate) const NONE: u32 = u32::MAX;

/// The content of a variable: an equal number is an equal content.
pub(crate) type Content = u32;

/// A wait that a notification ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    /// The release at its begin.
    pub release: usize,
    /// The notification.
    pub wake: usize,
    /// The acquire at its end.
    pub acquire: usize,
}

/// A trace with its relations. O(events) in time and memory.
#[derive(Debug)]
pub struct Observation<'t> {
    /// The trace.
    pub trace: &'t Trace,
    /// The trace has branches: a read matters only if a branch follows it in its thread.
    pub branches: bool,
    /// The trace has values: a read may see another write of the same value.
    pub values: bool,
    /// The positions of the events of each thread.
    pub(crate) of_thread: Vec<Vec<u32>>,
    /// The number of each event in its thread.
    pub(crate) local: Vec<u32>,
    /// The write that each read saw, [`NONE`] for the initial content.
    pub(crate) source: Vec<u32>,
    /// The release of each acquire, and the acquire of each release.
    pub(crate) partner: Vec<u32>,
    /// The content that each read saw.
    pub(crate) seen: Vec<Content>,
    /// The content that each write leaves.
    pub(crate) written: Vec<Content>,
    /// The content of each variable before the first write.
    pub(crate) initial: Vec<Content>,
    /// The waits that a notification ended, in the order of their acquires.
    pub(crate) waits: Vec<Wait>,
    /// The events that each thread begins after: its forks that came before its first event, and the
    /// joins that found it unbegun.
    pub(crate) forks: Vec<Vec<u32>>,
    /// The reads whose recorded value is not what the last write before them has left.
    pub strange: Vec<usize>,
}

impl<'t> Observation<'t> {
    /// Finds the relations of a trace.
    pub fn new(trace: &'t Trace) -> Self {
        let threads = trace.threads();
        let count = trace.events.len();
        let mut observation = Observation {
            trace,
            branches: trace
                .events
                .iter()
                .any(|event| event.action == Action::Branch),
            values: trace.events.iter().any(|event| event.value.is_some()),
            of_thread: vec![Vec::new(); threads],
            local: vec![0; count],
            source: vec![NONE; count],
            partner: vec![NONE; count],
            seen: vec![NONE; count],
            written: vec![NONE; count],
            initial: Vec::new(),
            waits: waits(trace),
            forks: vec![Vec::new(); threads],
            strange: Vec::new(),
        };
        observation.number();
        observation.pair();
        observation.contents();
        observation
    }

    /// The action of an event.
    pub(crate) fn action(&self, position: usize) -> Action {
        self.trace.events[position].action
    }

    /// The thread of an event.
    pub(crate) fn thread(&self, position: usize) -> usize {
        self.trace.events[position].thread.index()
    }

    /// The thread of an event, and its number there.
    pub(crate) fn place(&self, position: usize) -> (usize, u32) {
        (self.thread(position), self.local[position])
    }

    /// The event with a number in a thread.
    pub(crate) fn event(&self, thread: usize, local: u32) -> Option<usize> {
        self.of_thread[thread]
            .get(local as usize)
            .map(|&position| position as usize)
    }

    /// The number of events of a thread.
    pub(crate) fn length(&self, thread: usize) -> u32 {
        self.of_thread[thread].len() as u32
    }

    /// Checks whether a join needs all events of the thread that it waits for. A join that the thread
    /// outlives has given up waiting, and needs none.
    pub(crate) fn joins(&self, position: usize, joined: ThreadId) -> bool {
        let last = self.of_thread[joined.index()].last();
        last.is_some_and(|&last| (last as usize) < position)
    }

    fn number(&mut self) {
        for (position, event) in self.trace.events.iter().enumerate() {
            let thread = &mut self.of_thread[event.thread.index()];
            self.local[position] = thread.len() as u32;
            thread.push(position as u32);
            if let Action::Fork(other) | Action::Join(other) = event.action
                && self.of_thread[other.index()].is_empty()
            {
                self.forks[other.index()].push(position as u32);
            }
        }
    }

    fn pair(&mut self) {
        let mut writer = vec![NONE; self.trace.tables.variables.len()];
        let mut holder = vec![NONE; self.trace.tables.locks.len()];
        for (position, event) in self.trace.events.iter().enumerate() {
            if let Some(access) = event.action.access() {
                let last = &mut writer[access.variable.index()];
                if access.reads {
                    self.source[position] = *last;
                }
                if access.writes {
                    *last = position as u32;
                }
            }
            if let Some(lock) = event.action.acquired() {
                holder[lock.index()] = position as u32;
            }
            if let Some(lock) = event.action.released() {
                let acquire = std::mem::replace(&mut holder[lock.index()], NONE);
                self.partner[position] = acquire;
                self.partner[acquire as usize] = position as u32;
            }
        }
    }

    /// Numbers the contents. A write leaves the value that was recorded with it or with the first
    /// read that saw it. Without a value its content is its own.
    fn contents(&mut self) {
        let values = self.trace.tables.values.len() as Content;
        let count = self.trace.events.len() as Content;
        let variables = self.trace.tables.variables.len() as Content;
        self.initial = (0..variables)
            .map(|variable| values + count + variable)
            .collect();
        let mut recorded: Vec<Option<Content>> = vec![None; count as usize];
        for (position, event) in self.trace.events.iter().enumerate() {
            let Some(access) = event.action.access() else {
                continue;
            };
            let value = event.value.map(|value| value.index() as Content);
            if access.writes {
                recorded[position] = value;
                continue;
            }
            let Some(value) = value else { continue };
            match self.source[position] {
                NONE if self.initial[access.variable.index()] >= values => {
                    self.initial[access.variable.index()] = value;
                }
                NONE => {}
                write => {
                    recorded[write as usize].get_or_insert(value);
                }
            }
        }
        for (position, event) in self.trace.events.iter().enumerate() {
            let Some(access) = event.action.access() else {
                continue;
            };
            if access.writes {
                self.written[position] = recorded[position].unwrap_or(values + position as Content);
            }
            if access.reads {
                let left = match self.source[position] {
                    NONE => self.initial[access.variable.index()],
                    write => self.written[write as usize],
                };
                // The value that the read has recorded counts, whatever the order of the log.
                let own = event.value.map(|value| value.index() as Content);
                let own = own.filter(|_| !access.writes);
                self.seen[position] = own.unwrap_or(left);
                if self.seen[position] != left {
                    self.strange.push(position);
                }
            }
        }
    }
}

/// Finds the notification that ended each wait: the first on the lock since the wait began that
/// has not ended another wait, unless it wakes all. Waits that may time out get what the others
/// leave. A wait without a notification has timed out.
fn waits(trace: &Trace) -> Vec<Wait> {
    let mut wakes: FxHashMap<LockId, Vec<Wake>> = FxHashMap::default();
    for (position, event) in trace.events.iter().enumerate() {
        let (Action::Notify(lock) | Action::NotifyAll(lock)) = event.action else {
            continue;
        };
        wakes.entry(lock).or_default().push(Wake {
            position,
            all: event.action == Action::NotifyAll(lock),
            used: false,
        });
    }

    let mut waits = Vec::new();
    for timed in [false, true] {
        for (lock, release, acquire) in begun(trace, timed) {
            let wakes = wakes.get_mut(&lock);
            let wake = wakes.and_then(|wakes| first_between(wakes, release, acquire));
            waits.extend(wake.map(|wake| Wait {
                release,
                wake,
                acquire,
            }));
        }
    }
    waits.sort_unstable_by_key(|wait| wait.acquire);
    waits
}

/// The waits that may time out, or the others, in the order of their ends.
fn begun(trace: &Trace, timed: bool) -> Vec<(LockId, usize, usize)> {
    let mut begun: FxHashMap<(ThreadId, LockId), (usize, bool)> = FxHashMap::default();
    let mut ended = Vec::new();
    for (position, event) in trace.events.iter().enumerate() {
        match event.action {
            Action::WaitRelease(lock) => {
                begun.insert((event.thread, lock), (position, false));
            }
            Action::TimedWaitRelease(lock) => {
                begun.insert((event.thread, lock), (position, true));
            }
            Action::WaitAcquire(lock) => {
                let wait = begun.remove(&(event.thread, lock));
                let wait = wait.filter(|&(_, may_time_out)| may_time_out == timed);
                ended.extend(wait.map(|(release, _)| (lock, release, position)));
            }
            _ => {}
        }
    }
    ended
}

/// A notification.
struct Wake {
    position: usize,
    all: bool,
    used: bool,
}

/// Takes the first notification between two positions that can end a wait.
fn first_between(wakes: &mut [Wake], release: usize, acquire: usize) -> Option<usize> {
    let start = wakes.partition_point(|wake| wake.position < release);
    let wake = wakes[start..]
        .iter_mut()
        .take_while(|wake| wake.position < acquire)
        .find(|wake| wake.all || !wake.used)?;
    wake.used = true;
    Some(wake.position)
}
