//! The relations that a run has shown between its events: the write that each read saw, the sections of locks, the
//! notification that ended each wait, the forks and joins of threads.
//!
//! Some orders are those of the run in every reordering, since a log does not say enough to change them:
//!
//! - `signal` wakes the thread that has waited longest. So if several threads wait on a condition that
//!   has a `signal`, then what is done with this condition keeps its order, and the interrupt of a wait on
//!   it comes before the signals that it came before.
//! - A `tryLock` may have failed where the log has no holder, since a thread says a little later that it
//!   has a lock, and a little earlier that it gives it back. A reordering that contains such an attempt
//!   begins as the run, up to the attempt.

use rustc_hash::FxHashMap;

use crate::trace::{Action, Hold, Monitor, ThreadId, Trace, ValueId};

/// The position that stands for "none".
pub(crate) const NONE: u32 = u32::MAX;

/// The content of a variable: an equal number is an equal content.
pub(crate) type Content = u32;

/// The state that a window of a run takes over from the run before it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Inherited {
    /// The trace is a window of a run, and not all of it.
    pub is_window: bool,
    /// The number of events at the begin of the trace that stand for the run before it. They come first, in
    /// their order, in every reordering.
    pub events: usize,
    /// The recorded value of each variable before the window.
    pub values: Vec<Option<ValueId>>,
    /// The run has marked transactions before the window.
    pub transactions: bool,
}

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
    /// The release of each acquire, the acquire of each release, and for each `tryLock` that failed the
    /// acquire of a thread that held the lock.
    pub(crate) partner: Vec<u32>,
    /// Pairs of events whose order is that of the run in any case, the later event first. Ascending.
    pub(crate) needs: Vec<(u32, u32)>,
    /// The attempts that failed without a holder, ascending.
    pub(crate) unexplained: Vec<u32>,
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
    /// The run has marked transactions.
    pub(crate) transactions: bool,
    /// The reads whose recorded value is not what the last write before them has left.
    pub strange: Vec<usize>,
}

impl<'t> Observation<'t> {
    /// Finds the relations of a trace.
    pub fn new(trace: &'t Trace) -> Self {
        Observation::after(trace, &Inherited::default())
    }

    /// Finds the relations of a window of a run.
    pub(crate) fn after(trace: &'t Trace, inherited: &Inherited) -> Self {
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
            needs: Vec::new(),
            unexplained: Vec::new(),
            seen: vec![NONE; count],
            written: vec![NONE; count],
            initial: Vec::new(),
            waits: waits(trace),
            forks: vec![Vec::new(); threads],
            transactions: inherited.transactions
                || trace
                    .events
                    .iter()
                    .any(|event| event.action == Action::Begin),
            strange: Vec::new(),
        };
        observation.number();
        observation.pair();
        observation.fix_orders(inherited);
        observation.contents(&inherited.values);
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
        let mut holders: Vec<Vec<Holder>> = vec![Vec::new(); self.trace.tables.locks.len()];
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
            let thread = event.thread;
            if let Some(hold) = event.action.acquired() {
                holders[hold.lock.index()].push(Holder {
                    thread,
                    hold,
                    acquire: position as u32,
                });
            }
            if let Some(hold) = event.action.released() {
                let holders = &mut holders[hold.lock.index()];
                let own = |holder: &Holder| holder.thread == thread && holder.hold == hold;
                if let Some(place) = holders.iter().position(own) {
                    let acquire = holders.remove(place).acquire;
                    self.partner[position] = acquire;
                    self.partner[acquire as usize] = position as u32;
                }
            }
            if let Some(hold) = event.action.refused() {
                let holders = holders[hold.lock.index()].iter();
                let holders = holders.filter(|holder| holder.hold.excludes(hold));
                // A reader excludes itself from the write side, whatever the others do.
                let holder = holders.min_by_key(|holder| holder.thread != thread);
                self.partner[position] = holder.map_or(NONE, |holder| holder.acquire);
            }
        }
    }

    /// Finds the orders that no reordering changes.
    fn fix_orders(&mut self, inherited: &Inherited) {
        let mut needs = Vec::new();
        for (position, event) in self.trace.events.iter().enumerate() {
            if event.action.refused().is_some() && self.partner[position] == NONE {
                self.unexplained.push(position as u32);
                needs.extend(self.before(position));
            }
        }
        for uses in uses_of_conditions(self.trace, &self.source) {
            uses.fix_orders(&mut needs);
        }
        if inherited.is_window {
            self.fix_begin(inherited.events, &mut needs);
            fix_waits_across(self.trace, inherited.events, &mut needs);
        }
        needs.sort_unstable();
        needs.dedup();
        self.needs = needs;
    }

    /// Adds the order of the events that stand for the run before a window: they come first.
    fn fix_begin(&self, count: usize, needs: &mut Vec<(u32, u32)>) {
        let Some(last) = count.checked_sub(1) else {
            return;
        };
        needs.extend((1..count).map(|event| (event as u32, event as u32 - 1)));
        for of_thread in &self.of_thread {
            let own = of_thread.partition_point(|&event| event as usize <= last);
            needs.extend(of_thread.get(own).map(|&first| (first, last as u32)));
        }
    }

    /// The last event of each thread before an event, as what the event needs.
    fn before(&self, position: usize) -> impl Iterator<Item = (u32, u32)> + '_ {
        let event = position as u32;
        self.of_thread.iter().filter_map(move |of_thread| {
            let before = of_thread.partition_point(|&other| other < event);
            Some((event, of_thread[before.checked_sub(1)?]))
        })
    }

    /// Checks whether an attempt failed without a holder.
    pub(crate) fn is_unexplained(&self, attempt: usize) -> bool {
        self.unexplained.binary_search(&(attempt as u32)).is_ok()
    }

    /// The events that come before an event in every reordering, beside what its action needs.
    pub(crate) fn needs(&self, position: usize) -> impl Iterator<Item = usize> + '_ {
        let before = |&(event, _): &(u32, u32)| (event as usize) < position;
        let start = self.needs.partition_point(before);
        let own = self.needs[start..].iter();
        own.take_while(move |&&(event, _)| event as usize == position)
            .map(|&(_, earlier)| earlier as usize)
    }

    /// Numbers the contents. A write leaves the value that was recorded with it or with the first
    /// read that saw it. Without a value its content is its own.
    fn contents(&mut self, before: &[Option<ValueId>]) {
        let values = self.trace.tables.values.len() as Content;
        let count = self.trace.events.len() as Content;
        let variables = self.trace.tables.variables.len() as Content;
        self.initial = (0..variables)
            .map(|variable| values + count + variable)
            .collect();
        for (content, value) in self.initial.iter_mut().zip(before) {
            *content = value.map_or(*content, |value| value.index() as Content);
        }
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

/// Adds the order of all that is done with an object on which a thread waits at a border of a window, and
/// with conditions: the notification that ends such a wait may be on the other side, and another
/// window says whether several threads wait on a condition.
fn fix_waits_across(trace: &Trace, before: usize, needs: &mut Vec<(u32, u32)>) {
    let mut waiting: FxHashMap<ThreadId, (Monitor, usize)> = FxHashMap::default();
    let mut uses: FxHashMap<Monitor, (Vec<u32>, bool)> = FxHashMap::default();
    for (position, event) in trace.events.iter().enumerate() {
        let begins = event.action.waits_on().map(|(monitor, _)| monitor);
        let wakes = event.action.wakes().map(|(monitor, _)| monitor);
        let ended = match event.action {
            Action::WaitAcquire(lock) => Some(Monitor::Object(lock)),
            Action::AwaitAcquire(_, condition) => Some(Monitor::Condition(condition)),
            _ => None,
        };
        let Some(monitor) = begins.or(wakes).or(ended) else {
            continue;
        };
        let (events, across) = uses.entry(monitor).or_default();
        events.push(position as u32);
        *across |= matches!(monitor, Monitor::Condition(_));
        if ended.is_some() {
            let begin = waiting.remove(&event.thread);
            *across |= begin.is_none_or(|(_, begin)| begin < before);
        }
        if begins.is_some() {
            waiting.insert(event.thread, (monitor, position));
        }
    }
    for (monitor, _) in waiting.into_values() {
        if let Some((_, across)) = uses.get_mut(&monitor) {
            *across = true;
        }
    }
    for (events, _) in uses.into_values().filter(|(_, across)| *across) {
        needs.extend(events.windows(2).map(|pair| (pair[1], pair[0])));
    }
}

/// A thread that holds a lock.
#[derive(Debug, Clone, Copy)]
struct Holder {
    thread: ThreadId,
    hold: Hold,
    acquire: u32,
}

/// The uses of each condition that several threads wait on, and that has a notification for one of them
/// only.
fn uses_of_conditions(trace: &Trace, source: &[u32]) -> Vec<Uses> {
    let mut uses = vec![Uses::default(); trace.tables.conditions.len()];
    let mut waiting: FxHashMap<ThreadId, (usize, u32)> = FxHashMap::default();
    for (position, event) in trace.events.iter().enumerate() {
        let write = source[position];
        if let Some(&(condition, begin)) = waiting.get(&event.thread)
            && write != NONE
        {
            uses[condition].interrupts.push((write, begin));
        }
        if event.action.ends_wait() {
            waiting.remove(&event.thread);
        }
        let waits = event.action.waits_on().map(|(monitor, _)| monitor);
        let wakes = event.action.wakes();
        let monitor = waits.or(wakes.map(|(monitor, _)| monitor));
        let Some(Monitor::Condition(condition)) = monitor else {
            continue;
        };
        let uses = &mut uses[condition.index()];
        uses.events.push(position as u32);
        if wakes.is_some_and(|(_, all)| !all) {
            uses.signals.push(position as u32);
        }
        if waits.is_some() {
            waiting.insert(event.thread, (condition.index(), position as u32));
            uses.several |= uses.waits.is_some_and(|other| other != event.thread);
            uses.waits = Some(event.thread);
        }
    }
    uses.retain(|uses| uses.several && !uses.signals.is_empty());
    uses
}

/// The uses of a condition by threads.
#[derive(Debug, Clone, Default)]
struct Uses {
    events: Vec<u32>,
    /// The events that wake one thread only.
    signals: Vec<u32>,
    /// The writes that threads have seen while they waited, each with the begin of the wait.
    interrupts: Vec<(u32, u32)>,
    /// A thread that waits on it.
    waits: Option<ThreadId>,
    /// Several threads wait on it.
    several: bool,
}

impl Uses {
    /// Adds the pairs of events whose order is that of the run.
    fn fix_orders(&self, needs: &mut Vec<(u32, u32)>) {
        needs.extend(self.events.windows(2).map(|pair| (pair[1], pair[0])));
        for &(write, begin) in &self.interrupts {
            let next = self.signals.iter().find(|&&s| s > write && s > begin);
            needs.extend(next.map(|&signal| (signal, write)));
        }
    }
}

/// Finds the notification that ended each wait: the first on its object since the wait began that
/// has not ended another wait, unless it wakes all. Waits that may time out get what the others
/// leave. A wait without a notification has timed out.
fn waits(trace: &Trace) -> Vec<Wait> {
    let mut wakes: FxHashMap<Monitor, Vec<Wake>> = FxHashMap::default();
    for (position, event) in trace.events.iter().enumerate() {
        let Some((monitor, all)) = event.action.wakes() else {
            continue;
        };
        wakes.entry(monitor).or_default().push(Wake {
            position,
            all,
            used: false,
        });
    }

    let mut waits = Vec::new();
    for timed in [false, true] {
        for Begun {
            monitor,
            release,
            acquire,
        } in begun(trace, timed)
        {
            let end = acquire.unwrap_or(trace.events.len());
            let wakes = wakes.get_mut(&monitor);
            let wake = wakes.and_then(|wakes| first_between(wakes, release, end));
            waits.extend(wake.zip(acquire).map(|(wake, acquire)| Wait {
                release,
                wake,
                acquire,
            }));
        }
    }
    waits.sort_unstable_by_key(|wait| wait.acquire);
    waits
}

/// A wait that a notification may have ended.
struct Begun {
    monitor: Monitor,
    release: usize,
    /// None for a wait on a condition that the run has not seen the end of.
    acquire: Option<usize>,
}

/// The waits that may time out, or the others. Those on objects come in the order of their ends, those
/// on conditions in the order of their begins, in which they are woken.
fn begun(trace: &Trace, timed: bool) -> Vec<Begun> {
    let mut open: FxHashMap<ThreadId, (Monitor, usize, bool)> = FxHashMap::default();
    let mut begun = Vec::new();
    let mut end = |(monitor, release, may_time_out), acquire| {
        if may_time_out == timed {
            begun.push(Begun {
                monitor,
                release,
                acquire,
            });
        }
    };
    for (position, event) in trace.events.iter().enumerate() {
        if let Some((monitor, may_time_out)) = event.action.waits_on() {
            open.insert(event.thread, (monitor, position, may_time_out));
        } else if let Some(wait) = open.remove(&event.thread)
            && event.action.ends_wait()
        {
            // Another event before the end says that no notification has ended the wait.
            end(wait, Some(position));
        }
    }
    for wait in open.into_values() {
        if matches!(wait.0, Monitor::Condition(_)) {
            end(wait, None);
        }
    }
    begun.sort_by_key(|wait| match wait.monitor {
        Monitor::Object(_) => wait.acquire.unwrap_or(wait.release),
        Monitor::Condition(_) => wait.release,
    });
    begun
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
