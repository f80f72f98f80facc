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
//! - **Locks.** A thread acquires a lock that no thread holds.
//! - **Waits.** A wait that a notification ended in the trace contains this notification here, too:
//!   it stands between the release and the acquire of the wait. A wait without one has timed out,
//!   and may do so at any time.
//! - **Reads.** A read is *right* if it sees the content that it saw in the trace, left by a write
//!   of which all earlier reads of its thread are right. The content is the value, where values
//!   are recorded; else it is the write itself. A thread is *unsure* after a read that is not
//!   right, and so is the content of a variable that it writes then. In a trace without branches
//!   every read is right. In a trace with branches a thread that is unsure has no branch, and a
//!   thread that an unsure one forks is unsure from its begin. A compare-and-set is a branch, too.
//!
//! An unsure thread still does the same actions up to its next branch, only its values may be
//! others. So a recorder of branches records one before an action whose target depends on a value.
//!
//! A *race* is an unordered pair of lines with conflicting accesses of different threads that are
//! both next in one state, and do not both synchronize. A compare-and-set that is next may fail, so
//! it conflicts as a read does. A *deadlock* is the multiset of the lines of
//! requests of different threads, each for a lock that the next thread holds, in a cycle. The line
//! of a request is the line of the event `req` before the acquire, and of the acquire without one.

use std::fmt;

use crate::observation::{Content, Observation, Wait};
use crate::trace::{Access, Action, LockId};

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
    /// No notification has ended the wait.
    NotWoken,
    /// The read would see another content.
    NotRight,
    /// The branch would follow a read that is not right.
    Unsure,
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Blocked::Ended => write!(f, "its thread has no more events"),
            Blocked::NotForked => write!(f, "its thread has not been forked"),
            Blocked::NotJoined => write!(f, "the joined thread has not ended"),
            Blocked::Held(lock) => write!(f, "a thread holds the lock {lock}"),
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
    /// The lock.
    pub lock: LockId,
}

/// Why a list of positions is no witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The event with this position is not the next of its thread.
    OutOfOrder(usize),
    /// The event cannot be next.
    Blocked(usize, Blocked),
    /// The list is a correct reordering, but does not show the report.
    ShowsNothing,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::OutOfOrder(position) => {
                write!(f, "event {position} is not the next of its thread")
            }
            Refused::Blocked(position, blocked) => {
                write!(f, "event {position} cannot be next: {blocked}")
            }
            Refused::ShowsNothing => write!(f, "the reordering does not show the report"),
        }
    }
}

impl std::error::Error for Refused {}

/// The correct reorderings of a trace.
#[derive(Debug)]
pub struct Reorderings<'o> {
    observation: &'o Observation<'o>,
    layout: Layout,
    /// For each event that is part of waits, these: for notifications all that they end, for the
    /// acquire of a wait the wait.
    waits_at: rustc_hash::FxHashMap<usize, Vec<usize>>,
}

/// The begin of each table in the cells of a state. The first table has the number of the next
/// event of each thread.
#[derive(Debug)]
struct Layout {
    unsure: usize,
    contents: usize,
    owners: usize,
    woken: usize,
    end: usize,
}

impl<'o> Reorderings<'o> {
    /// The correct reorderings of an observed trace. O(threads + waits).
    pub fn new(observation: &'o Observation<'o>) -> Self {
        let tables = &observation.trace.tables;
        let threads = tables.threads.len();
        let contents = 2 * threads;
        let owners = contents + tables.variables.len();
        let woken = owners + tables.locks.len();
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
                woken,
                end: woken + observation.waits.len(),
            },
            waits_at,
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
        match self.observation.action(position) {
            Action::Acquire(lock) | Action::TryAcquire(lock) => {
                self.acquire(state, thread, lock)?;
            }
            Action::WaitAcquire(lock) => {
                if !self.woken(state, position) {
                    return Err(Blocked::NotWoken);
                }
                self.acquire(state, thread, lock)?;
            }
            Action::Release(lock) | Action::WaitRelease(lock) | Action::TimedWaitRelease(lock) => {
                state.cells[self.layout.owners + lock.index()] = 0;
            }
            Action::Notify(_) | Action::NotifyAll(_) => self.wake(state, position),
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
            Action::Branch if state.cells[self.layout.unsure + thread] != 0 => {
                return Err(Blocked::Unsure);
            }
            action => {
                if let Some(access) = action.access() {
                    self.access(state, thread, position, access)?;
                }
            }
        }
        state.cells[thread] += 1;
        Ok(position)
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

    fn acquire(&self, state: &mut State, thread: usize, lock: LockId) -> Result<(), Blocked> {
        let owner = &mut state.cells[self.layout.owners + lock.index()];
        if *owner != 0 {
            return Err(Blocked::Held(lock));
        }
        *owner = thread as u32 + 1;
        Ok(())
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
        self.begun(state, thread).then_some((position, access))
    }

    /// The lock that a thread waits for, whether or not another thread holds it.
    pub fn request(&self, state: &State, thread: usize) -> Option<Request> {
        let local = state.cells[thread];
        let before = local.checked_sub(1);
        let before = before.and_then(|before| self.observation.event(thread, before));
        let before = before.filter(|_| self.begun(state, thread));
        let Some(next) = self.next(state, thread) else {
            let position = before?;
            let Action::Request(lock) = self.observation.action(position) else {
                return None;
            };
            return Some(Request { position, lock });
        };
        let lock = self.observation.action(next).awaited()?;
        if !self.begun(state, thread) || !self.woken(state, next) {
            return None;
        }
        let requested = |&before: &usize| self.observation.action(before) == Action::Request(lock);
        let position = before.filter(requested).unwrap_or(next);
        Some(Request { position, lock })
    }

    /// The thread that holds a lock.
    pub fn owner(&self, state: &State, lock: LockId) -> Option<usize> {
        let owner = state.cells[self.layout.owners + lock.index()];
        (owner as usize).checked_sub(1)
    }

    /// The deadlocks in a state, each as the positions of its requests in the order of threads.
    pub fn deadlocks(&self, state: &State) -> Vec<Vec<usize>> {
        let threads = self.observation.trace.threads();
        let mut found = Vec::new();
        for first in 0..threads {
            found.extend(self.cycle(state, first));
        }
        found
    }

    /// The cycle of threads through a thread, if it is the first of them.
    fn cycle(&self, state: &State, first: usize) -> Option<Vec<usize>> {
        let mut requests = Vec::new();
        let mut thread = first;
        loop {
            let request = self.request(state, thread)?;
            requests.push(request.position);
            thread = self.owner(state, request.lock)?;
            if thread == first {
                requests.sort_unstable();
                return Some(requests);
            }
            // A thread with a smaller number gives this cycle, and a long list means that the
            // cycle is elsewhere.
            if thread < first || requests.len() > self.observation.trace.threads() {
                return None;
            }
        }
    }

    /// Plays a list of positions.
    ///
    /// # Errors
    /// If it is no correct reordering.
    pub fn check(&self, witness: &[usize]) -> Result<State, Refused> {
        let mut state = self.start();
        for &position in witness {
            let event = self.observation.trace.events.get(position);
            let thread = event.ok_or(Refused::OutOfOrder(position))?.thread.index();
            if self.next(&state, thread) != Some(position) {
                return Err(Refused::OutOfOrder(position));
            }
            let stepped = self.step(&mut state, thread);
            stepped.map_err(|blocked| Refused::Blocked(position, blocked))?;
        }
        Ok(state)
    }

    /// Checks that a witness leads to a race of two events.
    ///
    /// # Errors
    /// If it does not.
    pub fn check_race(&self, witness: &[usize], pair: [usize; 2]) -> Result<(), Refused> {
        let state = self.check(witness)?;
        let [first, second] = pair.map(|position| {
            let next = self.next_access(&state, self.observation.thread(position));
            next.filter(|&(next, _)| next == position)
        });
        let (Some((_, first)), Some((_, second))) = (first, second) else {
            return Err(Refused::ShowsNothing);
        };
        let threads = pair.map(|position| self.observation.thread(position));
        if threads[0] != threads[1] && first.races(second) {
            Ok(())
        } else {
            Err(Refused::ShowsNothing)
        }
    }

    /// Checks that a witness leads to a deadlock of requests.
    ///
    /// # Errors
    /// If it does not.
    pub fn check_deadlock(&self, witness: &[usize], requests: &[usize]) -> Result<(), Refused> {
        let state = self.check(witness)?;
        let mut requests = requests.to_vec();
        requests.sort_unstable();
        if self.deadlocks(&state).contains(&requests) {
            Ok(())
        } else {
            Err(Refused::ShowsNothing)
        }
    }

    /// Checks that a witness has pairs of events in their order.
    ///
    /// # Errors
    /// If it has not.
    pub fn check_orders(&self, witness: &[usize], pairs: &[(usize, usize)]) -> Result<(), Refused> {
        self.check(witness)?;
        let place = |event| witness.iter().position(|&position| position == event);
        let ordered = |&(first, second)| {
            let places = place(first).zip(place(second));
            places.is_some_and(|(first, second)| first < second)
        };
        if pairs.iter().all(ordered) {
            Ok(())
        } else {
            Err(Refused::ShowsNothing)
        }
    }
}
