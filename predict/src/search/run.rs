//! One attempt to place the events of an ideal one after the other.
//!
//! An attempt lets harmless events happen, and branches at the others. It takes events back where none can be
//! next. It tries no set of events twice.

use rustc_hash::FxHashSet;

use super::{Answer, Budget, Search, pairs};
use crate::ideal::{Goal, Ideal};
use crate::observation::{NONE, Observation};
use crate::report::{Method, Witness};
use crate::saturation::Order;
use crate::trace::{Access, Action, Hold};

/// A variable in an ideal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Variable {
    /// The latest write that has happened.
    last: u32,
    /// The reads of the ideal that must see the initial content and have not happened.
    pub initial_readers: u32,
    pub writers: Threads,
}

/// A lock in an ideal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lock {
    /// The thread that has it alone.
    owner: u32,
    /// The number of readers.
    readers: u32,
    /// The acquires of the ideal that have not happened: those of a thread alone, and those of
    /// readers.
    pub left: [u32; 2],
    pub acquirers: [Threads; 2],
    /// The attempts of the ideal that must fail and have not happened.
    pub failures: u32,
}

impl Lock {
    /// Checks whether a thread can get a hold.
    fn is_free(&self, thread: usize, hold: Hold) -> bool {
        let others = self.owner != NONE && self.owner != thread as u32;
        !others && (hold.shared || self.owner == NONE && self.readers == 0)
    }

    /// Checks whether an acquire may be the last one in the ideal that its hold excludes, as it must be
    /// if it has no release there.
    fn may_be_last(&self, thread: usize, hold: Hold) -> bool {
        let [alone, shared] = self.left;
        if hold.shared {
            return alone == 0;
        }
        alone == 1 && (shared == 0 || !self.acquirers[1].are_others(thread))
    }

    /// Checks whether no other thread has an acquire left that a hold excludes.
    fn is_for(&self, thread: usize, hold: Hold) -> bool {
        let own = u32::from(!hold.shared);
        let free_of =
            |way: usize, own: u32| self.left[way] == own || self.acquirers[way].are_only(thread);
        free_of(0, own) && (hold.shared || free_of(1, 0))
    }
}

/// Which threads do something in an ideal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Threads {
    None,
    One(u32),
    Several,
}

impl Threads {
    pub fn add(&mut self, thread: usize) {
        *self = match *self {
            Threads::None => Threads::One(thread as u32),
            Threads::One(known) if known == thread as u32 => *self,
            _ => Threads::Several,
        };
    }

    /// Checks whether no other thread is among them.
    fn are_only(self, thread: usize) -> bool {
        matches!(self, Threads::None) || self == Threads::One(thread as u32)
    }

    /// Checks whether they are threads without this one.
    fn are_others(self, thread: usize) -> bool {
        matches!(self, Threads::One(known) if known != thread as u32)
    }
}

pub(super) const UNTOUCHED_VARIABLE: Variable = Variable {
    last: NONE,
    initial_readers: 0,
    writers: Threads::None,
};

pub(super) const UNTOUCHED_LOCK: Lock = Lock {
    owner: NONE,
    readers: 0,
    left: [0; 2],
    acquirers: [Threads::None; 2],
    failures: 0,
};

/// One search for an order of the events of an ideal.
pub(super) struct Run<'s, 'i> {
    search: &'s mut Search<'i>,
    observation: &'i Observation<'i>,
    ideal: &'s Ideal,
    order: Option<&'s Order<'s>>,
    /// Pairs of events in their order: those of the goal, and the releases of waits before their
    /// notifications.
    pairs: Vec<(usize, usize)>,
    /// The event that comes last.
    last: Option<usize>,
    /// The number of events at the begin that are those of the trace in their order.
    straight: usize,
    /// The number of events of each thread that have happened.
    done: Vec<u32>,
    /// The events that have happened, and for writes the write before.
    trail: Vec<(u32, u32)>,
    total: usize,
}

/// Events that the search tries one after the other.
struct Choice {
    trail: usize,
    events: Vec<usize>,
}

impl<'s, 'i> Run<'s, 'i> {
    pub fn new(
        search: &'s mut Search<'i>,
        ideal: &'s Ideal,
        goal: &Goal,
        order: Option<&'s Order<'s>>,
    ) -> Self {
        let observation = search.index.observation;
        Run {
            observation,
            ideal,
            order,
            pairs: pairs(observation, ideal, goal),
            last: goal.last,
            straight: straight(observation, ideal),
            done: vec![0; ideal.upto.len()],
            trail: Vec::new(),
            total: ideal.upto.iter().map(|&length| length as usize).sum(),
            search,
        }
    }

    pub fn answer(mut self, budget: &mut Budget) -> Answer {
        let mut dead: FxHashSet<Box<[u32]>> = FxHashSet::default();
        let mut choices: Vec<Choice> = Vec::new();
        loop {
            self.settle();
            if self.trail.len() == self.total {
                let events = self.trail.iter().map(|&(position, _)| position as usize);
                return Answer::Witness(Witness {
                    method: Method::Search,
                    events: events.collect(),
                });
            }
            if !budget.take(1) {
                return Answer::Unknown;
            }
            let fresh = dead.insert(self.done.as_slice().into());
            choices.push(Choice {
                trail: self.trail.len(),
                events: if fresh { self.choices() } else { Vec::new() },
            });
            loop {
                let Some(choice) = choices.last_mut() else {
                    return Answer::Impossible;
                };
                let (trail, event) = (choice.trail, choice.events.pop());
                self.back_to(trail);
                if let Some(event) = event {
                    self.happen(event);
                    break;
                }
                choices.pop();
            }
        }
    }

    /// Lets harmless events happen as long as there are any.
    fn settle(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for thread in 0..self.done.len() {
                while let Some(event) = self.next(thread)
                    && self.can_happen(event)
                    && self.is_harmless(event)
                {
                    self.happen(event);
                    changed = true;
                }
            }
        }
    }

    /// The events that can be next, the first of the trace last.
    fn choices(&self) -> Vec<usize> {
        let next = (0..self.done.len()).filter_map(|thread| self.next(thread));
        let mut events: Vec<usize> = next.filter(|&event| self.can_happen(event)).collect();
        events.sort_unstable_by(|first, second| second.cmp(first));
        events
    }

    fn next(&self, thread: usize) -> Option<usize> {
        let local = self.done[thread];
        let event = || self.observation.of_thread[thread][local as usize] as usize;
        (local < self.ideal.upto[thread]).then(event)
    }

    fn has_happened(&self, position: usize) -> bool {
        self.done[self.observation.thread(position)] > self.observation.local[position]
    }

    fn can_happen(&self, event: usize) -> bool {
        let thread = self.observation.thread(event);
        let local = self.observation.local[event];
        if local == 0 {
            let mut forks = self.observation.forks[thread].iter();
            if !forks.all(|&fork| self.has_happened(fork as usize)) {
                return false;
            }
        }
        if self.trail.len() < self.straight && event != self.trail.len() {
            return false;
        }
        let mut needs = self.observation.needs(event);
        let last = self.last == Some(event) && self.trail.len() + 1 < self.total;
        !last
            && needs.all(|first| self.has_happened(first))
            && self
                .pairs_before(event)
                .all(|first| self.has_happened(first))
            && self
                .order
                .is_none_or(|order| order.allows(thread, local, &self.done))
            && self.action_can_happen(event)
    }

    /// The events that a pair puts before an event.
    fn pairs_before(&self, event: usize) -> impl Iterator<Item = usize> + '_ {
        let start = self.pairs.partition_point(|&(_, second)| second < event);
        let pairs = self.pairs[start..]
            .iter()
            .take_while(move |pair| pair.1 == event);
        pairs.map(|&(first, _)| first)
    }

    fn action_can_happen(&self, event: usize) -> bool {
        let action = self.observation.action(event);
        let thread = self.observation.thread(event);
        if let Some(hold) = action.acquired() {
            let lock = &self.search.locks[hold.lock.index()];
            return lock.is_free(thread, hold)
                && (lock.may_be_last(thread, hold) || self.closes(event));
        }
        if let Some(hold) = action.refused() {
            let unexplained = self.observation.is_unexplained(event);
            return unexplained || !self.search.locks[hold.lock.index()].is_free(thread, hold);
        }
        match action {
            Action::Join(joined) => {
                let length = self.observation.length(joined.index());
                !self.observation.joins(event, joined) || self.done[joined.index()] == length
            }
            action => action
                .access()
                .is_none_or(|access| self.access_can_happen(event, access)),
        }
    }

    /// Checks whether the ideal has the release of an acquire.
    fn closes(&self, acquire: usize) -> bool {
        let release = self.observation.partner[acquire];
        release != NONE && self.ideal.has(self.observation, release as usize)
    }

    fn is_sure(&self, event: usize) -> bool {
        self.observation.local[event] < self.ideal.sure[self.observation.thread(event)]
    }

    /// A read sees its write, and a write leaves no read behind that must see the write before.
    fn access_can_happen(&self, event: usize, access: Access) -> bool {
        let state = &self.search.variables[access.variable.index()];
        let sees = access.reads && self.is_sure(event);
        if sees && state.last != self.observation.source[event] {
            return false;
        }
        !access.writes || self.readers_of(state) == u32::from(sees)
    }

    /// How many reads must see the present content and have not happened.
    fn readers_of(&self, state: &Variable) -> u32 {
        match state.last {
            NONE => state.initial_readers,
            write => self.search.readers[write as usize],
        }
    }

    /// Checks whether an event that can happen may happen at once: every witness from here on is one with
    /// the event at its begin.
    fn is_harmless(&self, event: usize) -> bool {
        if self.trail.len() < self.straight {
            return true;
        }
        let action = self.observation.action(event);
        if let Some(hold) = action.acquired() {
            let thread = self.observation.thread(event);
            return self.search.locks[hold.lock.index()].is_for(thread, hold);
        }
        if let Some(hold) = action.released() {
            return self.search.locks[hold.lock.index()].failures == 0;
        }
        match action.access() {
            Some(access) if access.writes => {
                let state = &self.search.variables[access.variable.index()];
                self.search.readers[event] == 0 || state.writers != Threads::Several
            }
            _ => true,
        }
    }

    fn happen(&mut self, event: usize) {
        let mut before = NONE;
        if let Some(access) = self.observation.action(event).access()
            && access.writes
        {
            let last = &mut self.search.variables[access.variable.index()].last;
            before = std::mem::replace(last, event as u32);
        }
        self.done[self.observation.thread(event)] += 1;
        self.trail.push((event as u32, before));
        self.turn(event, true);
    }

    /// Counts an event as one that has happened, or again as one that is left.
    fn turn(&mut self, event: usize, happens: bool) {
        let action = self.observation.action(event);
        let left = |count: &mut u32| {
            *count = count.wrapping_add_signed(if happens { -1 } else { 1 });
        };
        if let Some(access) = action.access()
            && access.reads
            && self.is_sure(event)
        {
            left(self.seen(event, access));
        }
        if let Some(hold) = action.acquired() {
            let lock = &mut self.search.locks[hold.lock.index()];
            left(&mut lock.left[usize::from(hold.shared)]);
            self.hold(event, hold, happens);
        }
        if let Some(hold) = action.released() {
            self.hold(event, hold, !happens);
        }
        if let Some(hold) = action.refused() {
            left(&mut self.search.locks[hold.lock.index()].failures);
        }
    }

    /// The counter of the content that a read must see.
    fn seen(&mut self, event: usize, access: Access) -> &mut u32 {
        match self.observation.source[event] {
            NONE => &mut self.search.variables[access.variable.index()].initial_readers,
            write => &mut self.search.readers[write as usize],
        }
    }

    /// Takes back all events but the first `length`.
    fn back_to(&mut self, length: usize) {
        while self.trail.len() > length
            && let Some((event, before)) = self.trail.pop()
        {
            self.take_back(event as usize, before);
        }
    }

    fn take_back(&mut self, event: usize, before: u32) {
        self.done[self.observation.thread(event)] -= 1;
        if let Some(access) = self.observation.action(event).access()
            && access.writes
        {
            self.search.variables[access.variable.index()].last = before;
        }
        self.turn(event, false);
    }

    /// Notes that the thread of an event has a hold, or no longer has it.
    fn hold(&mut self, event: usize, hold: Hold, begins: bool) {
        let thread = self.observation.thread(event) as u32;
        let lock = &mut self.search.locks[hold.lock.index()];
        match (hold.shared, begins) {
            (true, true) => lock.readers += 1,
            (true, false) => lock.readers -= 1,
            (false, true) => lock.owner = thread,
            (false, false) => lock.owner = NONE,
        }
    }
}

/// The number of events up to the last attempt of an ideal that failed without a holder. The ideal has
/// them all.
fn straight(observation: &Observation<'_>, ideal: &Ideal) -> usize {
    let mut attempts = observation.unexplained.iter().rev();
    let last = attempts.find(|&&attempt| ideal.has(observation, attempt as usize));
    last.map_or(0, |&attempt| attempt as usize + 1)
}
