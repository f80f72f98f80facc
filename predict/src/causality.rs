//! Sliced causality: the order of some events of a trace that holds as long as all that they depend on
//! stays as it was (Meredith and Roşu, "Runtime verification with the RV system", section 4).
//!
//! In Fig. 7 of the paper one thread does e1, e3 and e5, and the other one e2, e4 and e6. Events of the property
//! are e1, e5 and e6:
//!
//! ```text
//! T1: e1 event            e3 r(x) branch  e5 event
//! T2:            e2 w(x)                  e4 w(x)   e6 event
//! ```
//!
//! e5 depends on e3, and e3 on e2. So e4 is relevant, since it would change what e3 reads. The order
//! `e2 e6 e1 e3 e5` is no order of the program: e4 comes before e6, and e3 before e4.
//!
//! A *slice* has the events that others depend on, found by a worklist in time linear in the number of
//! dependences. *Clocks* on the slice give the order. It leaves out the order of critical sections:
//! these are atomic, and may come in any order.

use std::collections::VecDeque;

use crate::equivalence::Things;
use crate::observation::{NONE, Observation};
use crate::trace::Action;

/// The events that some events depend on.
///
/// ```
/// use predict::causality::Slice;
/// use predict::observation::Observation;
///
/// let text = "T0|w(x)|1\nT0|w(y)|2\nT1|r(x)|3\nT1|branch|3\nT1|event(p.use o=1)|4\n";
/// let (trace, _) = predict::trace::read("run.std", text.as_bytes())?;
/// let slice = Slice::new(&Observation::new(&trace), &[4]);
/// assert_eq!(slice.positions(), [0, 2, 3, 4]);
/// # Ok::<(), text::Diagnostic>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    relevant: Vec<bool>,
    /// The number of dependences that were followed.
    pub dependences: usize,
}

impl Slice {
    /// The slice of some events. O(events + dependences).
    pub fn new(observation: &Observation<'_>, events: &[usize]) -> Slice {
        let mut slicing = Slicing::new(observation);
        for &event in events {
            slicing.add(event);
        }
        slicing.close();
        slicing.slice
    }

    /// Checks whether an event is in the slice.
    pub fn has(&self, position: usize) -> bool {
        self.relevant[position]
    }

    /// The positions of its events, ascending.
    pub fn positions(&self) -> Vec<usize> {
        let all = 0..self.relevant.len();
        all.filter(|&position| self.relevant[position]).collect()
    }
}

/// A slice in the making.
struct Slicing<'o> {
    observation: &'o Observation<'o>,
    slice: Slice,
    /// The events whose dependences have not been followed.
    open: VecDeque<usize>,
    /// The prefix of each thread whose reads and branches are in the slice.
    controlled: Vec<u32>,
    /// The writes of each variable, until one of its reads is in the slice.
    writes: Vec<Vec<u32>>,
    /// The last branch of each thread up to each of its events.
    deciding: Vec<Vec<u32>>,
}

impl<'o> Slicing<'o> {
    fn new(observation: &'o Observation<'o>) -> Self {
        let events = &observation.trace.events;
        let mut writes = vec![Vec::new(); observation.trace.tables.variables.len()];
        for (position, event) in events.iter().enumerate() {
            if let Some(access) = event.action.access().filter(|access| access.writes) {
                writes[access.variable.index()].push(position as u32);
            }
        }
        Slicing {
            observation,
            slice: Slice {
                relevant: vec![false; events.len()],
                dependences: 0,
            },
            open: VecDeque::new(),
            controlled: vec![0; observation.trace.threads()],
            writes,
            deciding: deciding(observation),
        }
    }

    fn add(&mut self, event: usize) {
        self.slice.dependences += 1;
        if !std::mem::replace(&mut self.slice.relevant[event], true) {
            self.open.push_back(event);
        }
    }

    fn close(&mut self) {
        while let Some(event) = self.open.pop_front() {
            self.control(event);
            self.data(event);
            self.relevance(event);
            self.synchronization(event);
        }
    }

    /// Control dependence: the branches before an event, and all reads before these. Without branches
    /// each read before it may decide whether the event happens.
    fn control(&mut self, event: usize) {
        let (thread, local) = self.observation.place(event);
        let end = if self.observation.branches {
            self.deciding[thread][local as usize]
        } else {
            local
        };
        for local in self.controlled[thread]..end {
            let before = self.observation.of_thread[thread][local as usize] as usize;
            let action = self.observation.action(before);
            let reads = action.access().is_some_and(|access| access.reads);
            if reads || action.decides() {
                self.add(before);
            }
        }
        self.controlled[thread] = self.controlled[thread].max(end);
    }

    /// Data dependence: the write that a read saw, and what the thread had read before it wrote.
    fn data(&mut self, event: usize) {
        let source = self.observation.source[event];
        if source != NONE {
            self.add(source as usize);
        }
        let access = self.observation.action(event).access();
        if !access.is_some_and(|access| access.writes) {
            return;
        }
        let (thread, local) = self.observation.place(event);
        for before in self.controlled[thread]..local {
            let before = self.observation.of_thread[thread][before as usize] as usize;
            let access = self.observation.action(before).access();
            if access.is_some_and(|access| access.reads) {
                self.add(before);
            }
        }
        // Branches in between are relevant as soon as an event behind them is.
        if !self.observation.branches {
            self.controlled[thread] = self.controlled[thread].max(local);
        }
    }

    /// Relevance dependence: each other write of a variable that is read would change what is read.
    fn relevance(&mut self, event: usize) {
        let access = self.observation.action(event).access();
        if let Some(access) = access.filter(|access| access.reads) {
            for write in std::mem::take(&mut self.writes[access.variable.index()]) {
                self.add(write as usize);
            }
        }
    }

    /// Forks of the thread, and the last event of a thread that is joined.
    fn synchronization(&mut self, event: usize) {
        let observation = self.observation;
        let thread = observation.thread(event);
        for &fork in &observation.forks[thread] {
            self.add(fork as usize);
        }
        let (joins, length) = (&observation.of_thread[thread], observation.local[event]);
        if length == 0 {
            return;
        }
        let before = joins[length as usize - 1] as usize;
        let action = observation.action(before);
        if matches!(action, Action::Join(_)) || action.ends_wait() {
            self.add(before);
        }
        if let Action::Join(joined) = observation.action(event)
            && observation.joins(event, joined)
            && let Some(&last) = observation.of_thread[joined.index()].last()
        {
            self.add(last as usize);
        }
    }
}

/// For each event of each thread the length of the prefix up to its latest branch.
fn deciding(observation: &Observation<'_>) -> Vec<Vec<u32>> {
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

/// A vector clock: for each thread a number of events.
pub type Clock = Box<[u32]>;

/// The clocks of threads and variables, and the three rules by which events change them.
///
/// ```
/// use predict::causality::Clocks;
///
/// let mut clocks = Clocks::new(2, 1);
/// assert_eq!(clocks.property_event(0)[..], [0, 0]);
/// clocks.write(0, 0);
/// clocks.read(1, 0);
/// assert_eq!(clocks.property_event(1)[..], [1, 0]);
/// ```
#[derive(Debug, Clone)]
pub struct Clocks {
    /// `VC_t` of each thread t.
    threads: Vec<Clock>,
    /// `VC^w_x` and `VC^a_x` of each variable x: of its writes, and of all its accesses.
    variables: Vec<[Option<Clock>; 2]>,
}

const WRITES: usize = 0;
const ACCESSES: usize = 1;

impl Clocks {
    /// Clocks of zeros.
    pub fn new(threads: usize, variables: usize) -> Clocks {
        Clocks {
            threads: vec![vec![0; threads].into(); threads],
            variables: vec![[None, None]; variables],
        }
    }

    /// Rule 1, a write: `VC_t ← VC^a_x ← VC^w_x ← max(VC^a_x, VC_t)`.
    pub fn write(&mut self, thread: usize, variable: usize) {
        let clocks = &mut self.variables[variable];
        if let Some(accesses) = &clocks[ACCESSES] {
            raise(&mut self.threads[thread], accesses);
        }
        for clock in clocks {
            match clock {
                Some(clock) => clock.copy_from_slice(&self.threads[thread]),
                none => *none = Some(self.threads[thread].clone()),
            }
        }
    }

    /// Rule 2, a read: `VC_t ← max(VC^w_x, VC_t)`, then `VC^a_x ← max(VC^a_x, VC_t)`.
    pub fn read(&mut self, thread: usize, variable: usize) {
        let clocks = &mut self.variables[variable];
        if let Some(writes) = &clocks[WRITES] {
            raise(&mut self.threads[thread], writes);
        }
        match &mut clocks[ACCESSES] {
            Some(accesses) => raise(accesses, &self.threads[thread]),
            none => *none = Some(self.threads[thread].clone()),
        }
    }

    /// Rule 3, a property event e: `VC(e) := VC_t`, then `VC_t(t) ← VC_t(t) + 1`. If e is an access as
    /// well, this rule comes first.
    pub fn property_event(&mut self, thread: usize) -> Clock {
        let clock = self.threads[thread].clone();
        self.threads[thread][thread] += 1;
        clock
    }

    /// The clock of a thread.
    pub fn of_thread(&self, thread: usize) -> &[u32] {
        &self.threads[thread]
    }
}

fn raise(clock: &mut [u32], least: &[u32]) {
    for (own, &least) in clock.iter_mut().zip(least) {
        *own = (*own).max(least);
    }
}

/// The sliced causality of some events of a trace.
#[derive(Debug, Clone)]
pub struct Causality {
    /// The positions of the events, ascending.
    events: Vec<u32>,
    /// For each event its thread, the number of events of the thread before it, and its clock.
    clocks: Vec<(usize, u32, Clock)>,
}

impl Causality {
    /// The causality of some events, whose positions ascend. O(events * threads).
    pub fn new(observation: &Observation<'_>, events: &[usize]) -> Causality {
        let slice = Slice::new(observation, events);
        let trace = observation.trace;
        let variables = trace.tables.variables.len();
        let threads = trace.threads();
        // Behind the variables stand messages: from forks to threads, from the ends of threads to
        // joins, and from notifications to waits.
        let messages = variables + 2 * threads;
        let mut clocks = Clocks::new(threads, messages + observation.waits.len());
        let mut woken: rustc_hash::FxHashMap<usize, Vec<usize>> = Default::default();
        for (number, wait) in observation.waits.iter().enumerate() {
            for event in [wait.wake, wait.acquire] {
                woken.entry(event).or_default().push(messages + number);
            }
        }
        let mut wanted = events.iter().peekable();
        let mut causality = Causality {
            events: events.iter().map(|&event| event as u32).collect(),
            clocks: Vec::new(),
        };
        for (position, event) in trace.events.iter().enumerate() {
            let thread = event.thread.index();
            if observation.local[position] == 0 {
                clocks.read(thread, variables + thread);
            }
            if wanted.next_if(|&&next| next == position).is_some() {
                let before = clocks.of_thread(thread)[thread];
                let clock = clocks.property_event(thread);
                causality.clocks.push((thread, before, clock));
            }
            match event.action {
                Action::Fork(forked) => clocks.write(thread, variables + forked.index()),
                Action::Join(joined) if observation.joins(position, joined) => {
                    clocks.read(thread, variables + threads + joined.index());
                }
                action if action.wakes().is_some() => {
                    for &message in woken.get(&position).into_iter().flatten() {
                        clocks.write(thread, message);
                    }
                }
                action if action.ends_wait() => {
                    for &message in woken.get(&position).into_iter().flatten() {
                        clocks.read(thread, message);
                    }
                }
                action => {
                    if let Some(access) = action.access().filter(|_| slice.has(position)) {
                        if access.writes {
                            clocks.write(thread, access.variable.index());
                        } else {
                            clocks.read(thread, access.variable.index());
                        }
                    }
                }
            }
            if observation.local[position] + 1 == observation.length(thread) {
                clocks.write(thread, variables + threads + thread);
            }
        }
        causality
    }

    /// The order of some events in all equivalent runs. The positions of the events ascend, and none of them is
    /// an access. O(events * threads).
    pub(crate) fn of_equivalence(
        things: &Things<'_>,
        observation: &Observation<'_>,
        events: &[usize],
    ) -> Causality {
        let threads = observation.trace.threads();
        let mut clocks = Clocks::new(threads, things.count() - threads);
        let mut wanted = events.iter().peekable();
        let mut causality = Causality {
            events: events.iter().map(|&event| event as u32).collect(),
            clocks: Vec::with_capacity(events.len()),
        };
        for position in 0..observation.trace.events.len() {
            let thread = observation.thread(position);
            // A thing that the event changes knows all things that it touches, so each is touched twice.
            let mut touched = 0;
            let mut touch = |clocks: &mut Clocks| {
                things.of(position, &mut |thing, changes| {
                    let Some(thing) = thing.checked_sub(threads) else {
                        return;
                    };
                    touched += 1;
                    if changes {
                        clocks.write(thread, thing);
                    } else {
                        clocks.read(thread, thing);
                    }
                });
                touched
            };
            let mut again = touch(&mut clocks) > 1;
            if wanted.next_if(|&&next| next == position).is_some() {
                let before = clocks.of_thread(thread)[thread];
                let clock = clocks.property_event(thread);
                causality.clocks.push((thread, before, clock));
                again = true;
            }
            if again {
                touch(&mut clocks);
            }
        }
        causality
    }

    /// Checks whether one of the events comes before another one.
    pub fn is_before(&self, first: usize, second: usize) -> bool {
        let clock = |event: usize| {
            let place = self.events.binary_search(&(event as u32)).ok()?;
            self.clocks.get(place)
        };
        let (Some((thread, before, _)), Some((other, later, known))) =
            (clock(first), clock(second))
        else {
            return false;
        };
        if thread == other {
            before < later
        } else {
            known[*thread] > *before
        }
    }

    /// For each event of each lane the number of events of each lane that come before it. A lane has
    /// events of one thread.
    pub(crate) fn needs(&self, threads: &[usize], lanes: &[Vec<(u32, u32)>]) -> Vec<Vec<Vec<u32>>> {
        let of = |position: u32| {
            let place = self.events.binary_search(&position).ok();
            place.map(|place| &self.clocks[place])
        };
        let counts = |clock: Option<&(usize, u32, Clock)>| -> Vec<u32> {
            let lanes = threads.iter().zip(lanes);
            let count = |(&thread, events): (&usize, &Vec<(u32, u32)>)| {
                let Some((own, _, clock)) = clock.filter(|clock| clock.0 != thread) else {
                    return 0;
                };
                debug_assert_ne!(*own, thread);
                let is_before = |&(position, _): &(u32, u32)| {
                    of(position).is_some_and(|(_, before, _)| *before < clock[thread])
                };
                events.partition_point(is_before) as u32
            };
            lanes.map(count).collect()
        };
        let lane = |events: &Vec<(u32, u32)>| {
            let events = events.iter();
            events.map(|&(position, _)| counts(of(position))).collect()
        };
        lanes.iter().map(lane).collect()
    }
}

/// The pairs of events of two threads that an order leaves open, and the number of tests that found
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OpenPairs {
    /// The places of the events in their lists, ascending.
    pub pairs: Vec<(usize, usize)>,
    /// How many pairs were compared.
    pub tests: usize,
}

/// Finds the pairs of events of two threads of which none comes before the other one.
///
/// A search state is a place in each list. Where one event comes before the other one, it comes before
/// all later ones as well, so its list goes on alone. An open pair has three states behind it. The states are a
/// set, so two lists in one order of n events take at most n tests. `at_most` pairs are enough.
///
/// ```
/// use predict::causality::open_pairs;
///
/// // Events are points in time, and one that is three or more earlier comes before the other one.
/// let (first, second) = ([1, 10, 20], [2, 30]);
/// let before = |place: usize, other: usize| first[place] + 3 <= second[other];
/// let after = |place: usize, other: usize| second[other] + 3 <= first[place];
/// let open = open_pairs([3, 2], &before, &after, usize::MAX);
/// assert_eq!((open.pairs, open.tests), (vec![(0, 0)], 5));
/// ```
pub fn open_pairs(
    [first, second]: [usize; 2],
    before: &dyn Fn(usize, usize) -> bool,
    after: &dyn Fn(usize, usize) -> bool,
    at_most: usize,
) -> OpenPairs {
    let mut found = OpenPairs::default();
    let mut known = rustc_hash::FxHashSet::from_iter([(0, 0)]);
    let mut open = vec![(0, 0)];
    while let Some((place, other)) = open.pop() {
        if place >= first || other >= second || found.pairs.len() >= at_most {
            continue;
        }
        found.tests += 1;
        let next: &[(usize, usize)] = if before(place, other) {
            &[(place + 1, other)]
        } else if after(place, other) {
            &[(place, other + 1)]
        } else {
            found.pairs.push((place, other));
            &[
                (place + 1, other),
                (place, other + 1),
                (place + 1, other + 1),
            ]
        };
        open.extend(next.iter().copied().filter(|&state| known.insert(state)));
    }
    found.pairs.sort_unstable();
    found
}
