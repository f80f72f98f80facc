//! Brute force: all correct reorderings of a small trace, with merging of equal states.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::observation::NONE;
use crate::transactions::{self, Edge};

use crate::observation::Observation;
use crate::reordering::{Reorderings, State};
use crate::trace::{Action, LineId};

/// The races and deadlocks of a trace, each as its lines in ascending order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Truth {
    /// The races.
    pub races: BTreeSet<Vec<LineId>>,
    /// The deadlocks.
    pub deadlocks: BTreeSet<Vec<LineId>>,
    /// The number of states.
    pub states: usize,
}

/// Visits all states of all correct reorderings. `None` if there are more than `limit`. The number
/// of states is exponential in the number of threads.
pub fn truth(observation: &Observation<'_>, limit: usize) -> Option<Truth> {
    let reorderings = Reorderings::new(observation);
    let mut truth = Truth::default();
    let start = reorderings.start();
    let mut known = FxHashSet::from_iter([start.clone()]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        truth.states += 1;
        look(observation, &reorderings, &state, &mut truth);
        for thread in 0..observation.trace.threads() {
            let mut after = state.clone();
            if reorderings.step(&mut after, thread).is_ok() && known.insert(after.clone()) {
                open.push(after);
            }
        }
        if known.len() > limit {
            return None;
        }
    }
    Some(truth)
}

/// Adds the races and deadlocks of a state.
fn look(
    observation: &Observation<'_>,
    reorderings: &Reorderings<'_>,
    state: &State,
    truth: &mut Truth,
) {
    let lines = |positions: &[usize]| {
        let lines = positions
            .iter()
            .map(|&position| observation.trace.events[position].line);
        let mut lines: Vec<LineId> = lines.collect();
        lines.sort_unstable();
        lines
    };
    let threads = observation.trace.threads();
    let accesses = (0..threads).filter_map(|thread| reorderings.next_access(state, thread));
    let accesses: Vec<_> = accesses.collect();
    for (number, &(first, access)) in accesses.iter().enumerate() {
        for &(second, other) in &accesses[number + 1..] {
            if access.races(other) {
                truth.races.insert(lines(&[first, second]));
            }
        }
    }
    for deadlock in reorderings.deadlocks(state) {
        truth.deadlocks.insert(lines(&deadlock));
    }
}

/// The atomicity violations of all correct reorderings with cycles of at most `threads` threads,
/// each as its lines. `None` if there are more than `limit` states.
///
/// A state here also has the order of the conflicting accesses that have happened.
pub fn atomicity(
    observation: &Observation<'_>,
    threads: usize,
    limit: usize,
) -> Option<BTreeSet<Vec<LineId>>> {
    let reorderings = Reorderings::new(observation);
    let conflicts = Conflicts::new(observation);
    let mut cycles = conflicts.cycles(observation, threads);
    let mut found = BTreeSet::new();
    let start = (reorderings.start(), vec![false; conflicts.pairs.len()]);
    let mut known = FxHashSet::from_iter([start.clone()]);
    let mut open = vec![start];
    while let Some((state, order)) = open.pop() {
        cycles.retain(|edges| {
            let shown = edges
                .iter()
                .all(|&edge| conflicts.shows(&reorderings, &state, &order, edge));
            if shown {
                found.insert(transactions::lines(observation, edges));
            }
            !shown
        });
        for thread in 0..observation.trace.threads() {
            let mut after = (state.clone(), order.clone());
            let Ok(event) = reorderings.step(&mut after.0, thread) else {
                continue;
            };
            conflicts.follow(&reorderings, &state, &mut after.1, event);
            if known.insert(after.clone()) {
                open.push(after);
            }
        }
        if known.len() > limit {
            return None;
        }
    }
    let smallest = |lines: &Vec<LineId>| {
        !found
            .iter()
            .any(|other| transactions::is_larger(lines, other))
    };
    Some(
        found
            .iter()
            .filter(|lines| smallest(lines))
            .cloned()
            .collect(),
    )
}

/// The pairs of conflicting accesses of different threads, in the order of the trace.
struct Conflicts {
    pairs: Vec<Edge>,
}

impl Conflicts {
    fn new(observation: &Observation<'_>) -> Self {
        let events = &observation.trace.events;
        let mut pairs = Vec::new();
        for (second, event) in events.iter().enumerate() {
            let Some(access) = event.action.access() else {
                continue;
            };
            for (first, other) in events[..second].iter().enumerate() {
                let conflicts = other
                    .action
                    .access()
                    .is_some_and(|other| other.conflicts(access));
                if conflicts && other.thread != event.thread {
                    pairs.push((first, second));
                }
            }
        }
        Conflicts { pairs }
    }

    /// Notes that an event has happened after those of a state.
    fn follow(
        &self,
        reorderings: &Reorderings<'_>,
        before: &State,
        order: &mut [bool],
        event: usize,
    ) {
        for (&(first, second), kept) in self.pairs.iter().zip(order) {
            *kept |= event == second && reorderings.done(before, first);
        }
    }

    /// Checks whether both accesses of an edge have happened in their order.
    fn shows(
        &self,
        reorderings: &Reorderings<'_>,
        state: &State,
        order: &[bool],
        edge: Edge,
    ) -> bool {
        let (from, to) = edge;
        let place = |pair| self.pairs.iter().position(|&known| known == pair);
        reorderings.done(state, from)
            && reorderings.done(state, to)
            && match place(edge) {
                Some(place) => order[place],
                None => place((to, from)).is_some_and(|place| !order[place]),
            }
    }

    /// All cycles, whether or not a reordering shows them.
    fn cycles(&self, observation: &Observation<'_>, threads: usize) -> Vec<Vec<Edge>> {
        let numbers = transactions::transactions(observation);
        let both = self
            .pairs
            .iter()
            .flat_map(|&(first, second)| [(first, second), (second, first)]);
        let edges: Vec<Edge> = both.collect();
        let mut cycles = Vec::new();
        let mut open: Vec<Vec<Edge>> = edges.iter().map(|&edge| vec![edge]).collect();
        while let Some(path) = open.pop() {
            let (first, to) = (path[0].0, path[path.len() - 1].1);
            for &(from, next) in &edges {
                let same = numbers[from] != NONE && numbers[from] == numbers[to];
                let goes_on =
                    observation.thread(from) == observation.thread(to) && (from >= to || same);
                if !goes_on || path.len() >= threads {
                    continue;
                }
                let mut longer = path.clone();
                longer.push((from, next));
                let interrupts = numbers[next] != NONE && numbers[next] == numbers[first];
                if interrupts && next > first {
                    cycles.push(longer);
                } else if !visits(observation, &path, next) {
                    open.push(longer);
                }
            }
        }
        cycles
    }
}

/// Checks whether a path of edges has the thread of an event.
fn visits(observation: &Observation<'_>, path: &[Edge], event: usize) -> bool {
    let mut events = path.iter().flat_map(|&(from, to)| [from, to]);
    events.any(|known| observation.thread(known) == observation.thread(event))
}

/// The orders of property events in all correct reorderings, each as the positions of its events. An order
/// that begins another one is left out, unless a reordering cannot go on from it. `None` if there are more than
/// `limit` states.
///
/// A state here also has the order of the property events that have happened, and nothing is merged but equal
/// states with equal orders.
pub fn property_orders(
    observation: &Observation<'_>,
    limit: usize,
) -> Option<BTreeSet<Vec<usize>>> {
    let reorderings = Reorderings::new(observation);
    let start: (State, Vec<usize>) = (reorderings.start(), Vec::new());
    let mut known = FxHashSet::from_iter([start.clone()]);
    let mut open = vec![start];
    let mut orders = BTreeSet::new();
    while let Some((state, order)) = open.pop() {
        let mut ends = true;
        for thread in 0..observation.trace.threads() {
            let mut after = (state.clone(), order.clone());
            let Ok(event) = reorderings.step(&mut after.0, thread) else {
                continue;
            };
            ends = false;
            if matches!(observation.action(event), Action::Event(_)) {
                after.1.push(event);
            }
            if known.insert(after.clone()) {
                open.push(after);
            }
        }
        if ends {
            orders.insert(order);
        }
        if known.len() > limit {
            return None;
        }
    }
    Some(orders)
}
