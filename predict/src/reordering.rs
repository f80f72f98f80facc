//! The definition of a correct reordering. Every report of this crate is judged by it.
//!
//! A *correct reordering* of a trace is a sequence of some of its events that every program with
//! this trace can run as well (Smaragdakis et al., POPL 2012; with values and branches Huang,
//! Meredith and Roşu, PLDI 2014, who call it a feasible trace):
//!
//! - **Order of threads.** The events of each thread are a prefix of its events in the trace.
//! - **Forks and joins.** A thread begins after all forks of it that came before its first event
//!   in the trace. A join follows all events of its thread, if it did so in the trace. A join that
//!   found its thread unbegun comes before its first event.
//! - **Locks.** A thread gets a lock that no thread holds, and the read side of a lock that no other
//!   thread has alone. So a thread that has a lock alone may become a reader of it, and not the other
//!   way round. A `tryLock` fails where a thread holds what excludes it.
//! - **Waits.** A wait that a notification ended in the trace contains this notification here, too:
//!   it stands between the release and the acquire of the wait. A wait without one has timed out,
//!   and may do so at any time.
//! - **Fixed orders.** [`crate::observation`] has the events that keep the order of the trace.
//! - **Reads.** A read is *right* if it sees the content that it saw in the trace, left by a write
//!   of which all earlier reads of its thread are right. The content is the value, where values
//!   are recorded; else it is the write itself. A thread is *unsure* after a read that is not
//!   right, and so is the content of a variable that it writes then. In a trace without branches
//!   every read is right. In a trace with branches a thread that is unsure has no branch and no property event, and a
//!   thread that an unsure one forks is unsure from its begin. A compare-and-set is a branch, too. A
//!   property event and its objects depend on what the thread has read, as a branch does.
//!
//! An unsure thread still does the same actions up to its next branch, only its values may be
//! others. So a recorder of branches records one before an action whose target depends on a value.
//!
//! A *race* is an unordered pair of lines with conflicting accesses of different threads that are
//! both next in one state, and do not both synchronize. A compare-and-set that is next conflicts as a
//! write does where it would succeed, and as a read elsewhere.
//!
//! A thread with a request for a lock *waits for* each other thread with a hold that excludes it. The
//! request of a writer waits for all readers, so each of them is enough to block it. A *deadlock* is the
//! multiset of the lines of the requests of different threads, each of which waits for the next one, in a
//! cycle. A reader that asks for the write side waits for itself: its request is a deadlock alone, and
//! part of no other. The line of a request is the line of the event `req` before the acquire, and of
//! the acquire without one.

mod witness;

use std::collections::BTreeSet;
use std::fmt;

use crate::observation::{Content, NONE, Observation, Wait};
use crate::trace::{Access, Action, Hold, LockId};

pub use witness::Refused;

/// The content that an unsure thread writes.
const UNSURE: Content = Content::MAX;

/// A point in a reordering: all that decides how it can go on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    cells: Box<[u32]>,
}

impl State {
    /// The number of cells of the state, to which its memory is proportional.
    pub(crate) fn size(&self) -> usize {
        self.cells.len()
    }

    /// The number of events of a thread that have happened.
    pub fn length(&self, thread: usize) -> u32 {
        self.cells[thread]
    }
}

/// Why an event cannot be next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blocked {
    /// The thread has no more events.
    Ended,
    /// The thread has not been forked.
    NotForked,
    /// The joined thread has not ended.
    NotJoined,
    /// A thread holds the lock.
    Held(LockId),
    /// No thread holds what makes the `tryLock` fail.
    Free(LockId),
    /// An event that comes before it in every reordering has not happened.
    TooEarly,
    /// No notification has ended the wait.
    NotWoken,
    /// The read would see another content.
    NotRight,
    /// The branch or property event would follow a read that is not right.
    Unsure,
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Blocked::Ended => write!(f, "its thread has no more events"),
            Blocked::NotForked => write!(f, "its thread has not been forked"),
            Blocked::NotJoined => write!(f, "the joined thread has not ended"),
            Blocked::Held(lock) => write!(f, "a thread holds the lock {lock}"),
            Blocked::Free(lock) => write!(f, "no other thread holds the lock {lock}"),
            Blocked::TooEarly => write!(f, "an event comes before it in every reordering"),
            Blocked::NotWoken => write!(f, "no notification has ended the wait"),
            Blocked::NotRight => write!(f, "it would read another content"),
            Blocked::Unsure => write!(f, "an earlier read of its thread sees another content"),
        }
    }
}

/// A thread that waits for a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// The event whose line is the line of the request.
    pub position: usize,
    /// The lock, and the way to hold it.
    pub hold: Hold,
}

/// The correct reorderings of a trace.
#[derive(Debug)]
pub struct Reorderings<'o> {
    observation: &'o Observation<'o>,
    layout: Layout,
    /// For each event that is part of waits, these: for notifications all that they end, for the
    /// acquire of a wait the wait.
    waits_at: rustc_hash::FxHashMap<usize, Vec<usize>>,
    /// The number of each lock among those with readers.
    with_readers: Vec<Option<u32>>,
}

/// The numbers of locks with readers, and how many there are.
fn with_readers(observation: &Observation<'_>) -> (Vec<Option<u32>>, usize) {
    let mut numbers = vec![None; observation.trace.tables.locks.len()];
    let mut count = 0;
    for event in &observation.trace.events {
        if let Some(hold) = event.action.acquired().filter(|hold| hold.shared)
            && numbers[hold.lock.index()].is_none()
        {
            numbers[hold.lock.index()] = Some(count);
            count += 1;
        }
    }
    (numbers, count as usize)
}

/// The search for cycles of threads that wait for each other.
struct Waiting {
    /// For each thread that waits its request, and the threads that it waits for.
    graph: Vec<Option<(usize, Vec<usize>)>>,
    /// Threads that each wait for the next. The first has the smallest number.
    path: Vec<usize>,
    found: BTreeSet<Vec<usize>>,
}

impl Waiting {
    /// Extends the path by a thread, in all ways.
    fn extend(&mut self, thread: usize) {
        let Some((_, next)) = self.graph[thread].clone() else {
            return;
        };
        self.path.push(thread);
        for next in next {
            if next == self.path[0] {
                let request = |&thread: &usize| Some(self.graph[thread].as_ref()?.0);
                let mut requests: Vec<usize> = self.path.iter().filter_map(request).collect();
                requests.sort_unstable();
                self.found.insert(requests);
            } else if next > self.path[0] && !self.path.contains(&next) {
                self.extend(next);
            }
        }
        self.path.pop();
    }
}

/// The begin of each table in the cells of a state. The first table has the number of the next
/// event of each thread.
#[derive(Debug)]
struct Layout {
    unsure: usize,
    contents: usize,
    owners: usize,
    /// For each lock with readers the threads that read, a bit for each.
    readers: usize,
    woken: usize,
    /// How many events the reordering has, [`NONE`] if it is not the begin of the trace. Only traces
    /// with attempts that failed without a holder have this cell.
    straight: usize,
    end: usize,
}

impl<'o> Reorderings<'o> {
    /// The correct reorderings of an observed trace. O(threads + waits).
    pub fn new(observation: &'o Observation<'o>) -> Self {
        let tables = &observation.trace.tables;
        let threads = tables.threads.len();
        let contents = 2 * threads;
        let owners = contents + tables.variables.len();
        let readers = owners + tables.locks.len();
        let (with_readers, count) = with_readers(observation);
        let woken = readers + count * threads.div_ceil(32);
        let straight = woken + observation.waits.len();
        let mut waits_at: rustc_hash::FxHashMap<usize, Vec<usize>> = Default::default();
        for (number, wait) in observation.waits.iter().enumerate() {
            waits_at.entry(wait.wake).or_default().push(number);
            waits_at.entry(wait.acquire).or_default().push(number);
        }
        Reorderings {
            observation,
            layout: Layout {
                unsure: threads,
                contents,
                owners,
                readers,
                woken,
                straight,
                end: straight + usize::from(!observation.unexplained.is_empty()),
            },
            waits_at,
            with_readers,
        }
    }

    /// The state before the first event.
    pub fn start(&self) -> State {
        let mut cells = vec![0; self.layout.end].into_boxed_slice();
        cells[self.layout.contents..self.layout.owners].copy_from_slice(&self.observation.initial);
        State { cells }
    }

    /// The next event of a thread, whether or not it can happen. None at the end of the thread.
    pub fn next(&self, state: &State, thread: usize) -> Option<usize> {
        self.observation.event(thread, state.cells[thread])
    }

    /// Appends the next event of a thread, and gives its position.
    ///
    /// # Errors
    /// If the event cannot be next. The state is as before.
    pub fn step(&self, state: &mut State, thread: usize) -> Result<usize, Blocked> {
        let position = self.next(state, thread).ok_or(Blocked::Ended)?;
        if !self.begun(state, thread) {
            return Err(Blocked::NotForked);
        }
        if !self.has_needs(state, position) {
            return Err(Blocked::TooEarly);
        }
        let action = self.observation.action(position);
        if let Some(hold) = action.acquired() {
            if !self.woken(state, position) {
                return Err(Blocked::NotWoken);
            }
            self.acquire(state, thread, hold)?;
        }
        if let Some(hold) = action.released() {
            self.release(state, thread, hold);
        }
        if let Some(hold) = action.refused() {
            self.fail(state, thread, position, hold)?;
        }
        if action.wakes().is_some() {
            self.wake(state, position);
        }
        match action {
            Action::Join(joined) => {
                let length = self.observation.length(joined.index());
                let ended = state.cells[joined.index()] == length;
                if self.observation.joins(position, joined) && !ended {
                    return Err(Blocked::NotJoined);
                }
            }
            Action::Fork(forked) if self.observation.branches => {
                let child = self.layout.unsure + forked.index();
                state.cells[child] |= state.cells[self.layout.unsure + thread];
            }
            Action::Branch | Action::Event(_) if state.cells[self.layout.unsure + thread] != 0 => {
                return Err(Blocked::Unsure);
            }
            action => {
                if let Some(access) = action.access() {
                    self.access(state, thread, position, access)?;
                }
            }
        }
        state.cells[thread] += 1;
        if let Some(straight) = state.cells.get_mut(self.layout.straight) {
            *straight = match *straight {
                count if count as usize == position => count + 1,
                _ => NONE,
            };
        }
        Ok(position)
    }

    /// The next event of the run, if the state is the run so far and an attempt further on needs that.
    pub(crate) fn straight(&self, state: &State) -> Option<usize> {
        let next = *state.cells.get(self.layout.straight)?;
        let last = self.observation.unexplained.last()?;
        (next != NONE && next <= *last).then_some(next as usize)
    }

    /// Checks whether a read that is next sees the content that it saw in the trace.
    pub(crate) fn is_right(&self, state: &State, position: usize) -> bool {
        let access = self.observation.action(position).access();
        access.is_none_or(|access| {
            let cell = self.layout.contents + access.variable.index();
            !access.reads || state.cells[cell] == self.observation.seen[position]
        })
    }

    /// The cells of a state, with contents of those variables alone that matter.
    pub(crate) fn cells(&self, state: &State, matters: &dyn Fn(usize) -> bool) -> Vec<u32> {
        let mut cells = state.cells.to_vec();
        for (variable, cell) in cells[self.layout.contents..self.layout.owners]
            .iter_mut()
            .enumerate()
        {
            if !matters(variable) {
                *cell = 0;
            }
        }
        cells
    }

    /// A thread begins after its forks.
    fn begun(&self, state: &State, thread: usize) -> bool {
        let done = |&fork: &u32| self.done(state, fork as usize);
        state.cells[thread] > 0 || self.observation.forks[thread].iter().all(done)
    }

    /// Checks whether an event has happened in a state.
    pub fn done(&self, state: &State, position: usize) -> bool {
        state.cells[self.observation.thread(position)] > self.observation.local[position]
    }

    /// Checks whether the fixed orders allow an event.
    fn has_needs(&self, state: &State, position: usize) -> bool {
        let mut needs = self.observation.needs(position);
        needs.all(|earlier| self.done(state, earlier))
    }

    fn acquire(&self, state: &mut State, thread: usize, hold: Hold) -> Result<(), Blocked> {
        if self.is_excluded(state, thread, hold) {
            return Err(Blocked::Held(hold.lock));
        }
        if !hold.shared {
            state.cells[self.layout.owners + hold.lock.index()] = thread as u32 + 1;
        } else if let Some((cell, bit)) = self.reader(thread, hold.lock) {
            state.cells[cell] |= bit;
        }
        Ok(())
    }

    fn release(&self, state: &mut State, thread: usize, hold: Hold) {
        if !hold.shared {
            state.cells[self.layout.owners + hold.lock.index()] = 0;
        } else if let Some((cell, bit)) = self.reader(thread, hold.lock) {
            state.cells[cell] &= !bit;
        }
    }

    /// A `tryLock` fails if a thread holds what excludes it. Where the trace has no such thread, the
    /// attempt follows the begin of the trace.
    fn fail(
        &self,
        state: &State,
        thread: usize,
        position: usize,
        hold: Hold,
    ) -> Result<(), Blocked> {
        let upgrades = !hold.shared && self.reads(state, thread, hold.lock);
        if self.observation.is_unexplained(position) {
            let straight = state.cells[self.layout.straight] as usize;
            return if straight == position {
                Ok(())
            } else {
                Err(Blocked::TooEarly)
            };
        }
        if upgrades || self.is_excluded(state, thread, hold) {
            Ok(())
        } else {
            Err(Blocked::Free(hold.lock))
        }
    }

    /// The cell and the bit that say whether a thread is a reader of a lock.
    fn reader(&self, thread: usize, lock: LockId) -> Option<(usize, u32)> {
        let number = self.with_readers[lock.index()]? as usize;
        let width = self.observation.trace.threads().div_ceil(32);
        let cell = self.layout.readers + number * width + thread / 32;
        Some((cell, 1 << (thread % 32)))
    }

    /// Checks whether a thread is a reader of a lock.
    fn reads(&self, state: &State, thread: usize, lock: LockId) -> bool {
        let reader = self.reader(thread, lock);
        reader.is_some_and(|(cell, bit)| state.cells[cell] & bit != 0)
    }

    /// Checks whether another thread holds what excludes a hold of a thread.
    fn is_excluded(&self, state: &State, thread: usize, hold: Hold) -> bool {
        self.excluding(state, thread, hold).next().is_some()
    }

    /// The other threads with what excludes a hold of a thread.
    fn excluding<'s>(
        &'s self,
        state: &'s State,
        thread: usize,
        hold: Hold,
    ) -> impl Iterator<Item = usize> + 's {
        let owner = state.cells[self.layout.owners + hold.lock.index()] as usize;
        let has_readers = !hold.shared && self.with_readers[hold.lock.index()].is_some();
        let threads = if has_readers {
            0..self.observation.trace.threads()
        } else {
            0..0
        };
        let readers = threads.filter(move |&reader| self.reads(state, reader, hold.lock));
        let owner = owner.checked_sub(1);
        let mut all = readers.chain(owner).filter(move |&other| other != thread);
        let mut last = None;
        // A thread that has the lock alone may be a reader of it as well.
        std::iter::from_fn(move || {
            let next = all.find(|&other| last != Some(other))?;
            last = Some(next);
            Some(next)
        })
    }

    fn woken(&self, state: &State, acquire: usize) -> bool {
        let waits = self.waits_at.get(&acquire);
        let woken = |&wait: &usize| state.cells[self.layout.woken + wait] != 0;
        waits.is_none_or(|waits| waits.iter().all(woken))
    }

    fn wake(&self, state: &mut State, notification: usize) {
        for &number in self.waits_at.get(&notification).into_iter().flatten() {
            let Wait { release, .. } = self.observation.waits[number];
            if self.done(state, release) {
                state.cells[self.layout.woken + number] = 1;
            }
        }
    }

    fn access(
        &self,
        state: &mut State,
        thread: usize,
        position: usize,
        access: Access,
    ) -> Result<(), Blocked> {
        let cell = self.layout.contents + access.variable.index();
        let unsure = self.layout.unsure + thread;
        if self.observation.action(position).decides() {
            self.decide(state, thread, position, access)?;
        }
        if access.reads && state.cells[cell] != self.observation.seen[position] {
            if !self.observation.branches {
                return Err(Blocked::NotRight);
            }
            state.cells[unsure] = 1;
        }
        if access.writes {
            state.cells[cell] = match state.cells[unsure] {
                0 => self.observation.written[position],
                _ => UNSURE,
            };
        }
        Ok(())
    }

    /// A compare-and-set happens where it finds the content that it expects, and expects what it did.
    fn decide(
        &self,
        state: &State,
        thread: usize,
        position: usize,
        access: Access,
    ) -> Result<(), Blocked> {
        let cell = self.layout.contents + access.variable.index();
        if state.cells[cell] != self.observation.seen[position] {
            return Err(Blocked::NotRight);
        }
        match state.cells[self.layout.unsure + thread] {
            0 => Ok(()),
            _ => Err(Blocked::Unsure),
        }
    }

    /// The access that a thread does next, if it has begun and its next event is one.
    pub fn next_access(&self, state: &State, thread: usize) -> Option<(usize, Access)> {
        let position = self.next(state, thread)?;
        let access = self.observation.action(position).access()?;
        let access = Access {
            may_fail: access.may_fail && self.decide(state, thread, position, access).is_err(),
            ..access
        };
        self.begun(state, thread).then_some((position, access))
    }

    /// The hold that a thread waits for, whether or not another thread excludes it.
    pub fn request(&self, state: &State, thread: usize) -> Option<Request> {
        let local = state.cells[thread];
        let before = local.checked_sub(1);
        let before = before.and_then(|before| self.observation.event(thread, before));
        let before = before.filter(|_| self.begun(state, thread));
        let Some(next) = self.next(state, thread) else {
            let position = before?;
            let hold = self.observation.action(position).asked()?;
            return Some(Request { position, hold });
        };
        let hold = self.observation.action(next).awaited()?;
        if !self.begun(state, thread) || !self.woken(state, next) {
            return None;
        }
        let requested = |&before: &usize| self.observation.action(before).asked() == Some(hold);
        let position = before.filter(requested).unwrap_or(next);
        Some(Request { position, hold })
    }

    /// The threads that a request waits for.
    fn waits_for(&self, state: &State, thread: usize, hold: Hold) -> Vec<usize> {
        if !hold.shared && self.reads(state, thread, hold.lock) {
            return vec![thread];
        }
        self.excluding(state, thread, hold).collect()
    }

    /// The deadlocks in a state, each as the positions of its requests, ascending.
    pub fn deadlocks(&self, state: &State) -> BTreeSet<Vec<usize>> {
        self.deadlocks_among(state, &|_| true)
    }

    /// The deadlocks in a state that some threads make.
    fn deadlocks_among(
        &self,
        state: &State,
        among: &dyn Fn(usize) -> bool,
    ) -> BTreeSet<Vec<usize>> {
        let threads = self.observation.trace.threads();
        let waiting = |thread: usize| {
            let request = self.request(state, thread).filter(|_| among(thread))?;
            let next = self.waits_for(state, thread, request.hold);
            (!next.is_empty()).then_some((request.position, next))
        };
        let graph = (0..threads).map(waiting).collect();
        let mut waiting = Waiting {
            graph,
            path: Vec::new(),
            found: BTreeSet::new(),
        };
        for first in 0..threads {
            waiting.extend(first);
        }
        waiting.found
    }
}
