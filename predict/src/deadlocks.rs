//! Deadlocks of any size: cycles of requests, and the passes that decide them.
//!
//! An *abstract request* are all requests of one thread with one lock and way to hold it, one set of
//! held locks and one line. A cycle of abstract requests of different threads, each for a hold that the
//! next one excludes, with held locks that pairwise do not exclude each other, is a *pattern* (abstract deadlock pattern of
//! Tunç, Mathur, Pavlogiannis and Viswanathan, PLDI 2023).
//!
//! 1. The end of the run may be a deadlock already.
//! 2. The sync-preserving closure decides a pattern in one pass over its requests: a request that
//!    is in the closure is passed over for good.
//! 3. The exact search decides the tuples of requests that are left.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::budget::Budget;
use crate::ideal::Goal;
use crate::index::{HeldId, Index, exclude};
use crate::report::{Kind, Witness};
use crate::search::Answer;
use crate::sync_preserving::Closure;
use crate::trace::{Hold, LineId, LockId};
use crate::verdicts::Verdicts;

/// Requests that are alike.
#[derive(Debug)]
struct Abstract {
    thread: usize,
    hold: Hold,
    held: HeldId,
    line: LineId,
    requests: Vec<Pending>,
}

/// A request, with the state of its thread.
#[derive(Debug, Clone, Copy)]
struct Pending {
    /// The event whose line is the line of the request.
    position: usize,
    thread: usize,
    /// The number of events of the thread before it waits for the lock.
    length: u32,
}

/// The number of chains of requests that are looked at.
const CHAINS: u64 = 50_000;

/// The patterns of a trace by their lines, each as the numbers of its abstract requests.
type Patterns = BTreeMap<Vec<LineId>, Vec<Vec<usize>>>;

/// Finds the deadlocks of a trace.
pub(crate) fn find(index: &Index<'_>, verdicts: &mut Verdicts<'_>) {
    verdicts.final_deadlocks();
    let requests = requests(index);
    let mut cycles = Cycles::new(index, &requests);
    for size in 2..=index.observation.trace.threads() {
        for first in 0..requests.len() {
            cycles.extend(&mut vec![first], size);
        }
    }
    if cycles.left == Budget(0) {
        verdicts.undecided(Kind::Deadlock);
    }
    let mut closure = Closure::new(index);
    for patterns in cycles.patterns.values() {
        decide(index, &requests, patterns, &mut closure, verdicts);
    }
}

fn requests(index: &Index<'_>) -> Vec<Abstract> {
    let observation = index.observation;
    let mut numbers: FxHashMap<(usize, Hold, HeldId, LineId), usize> = FxHashMap::default();
    let mut requests: Vec<Abstract> = Vec::new();
    for position in 0..observation.trace.events.len() {
        let Some((hold, pending)) = pending(index, position) else {
            continue;
        };
        let held = index.held[position];
        let line = observation.trace.events[pending.position].line;
        let thread = pending.thread;
        let held_set = &index.held_sets[held as usize];
        let waits_for_itself = !hold.shared && held_set.contains(&Hold::shared(hold.lock));
        if held_set.is_empty() || waits_for_itself {
            continue;
        }
        let number = *numbers
            .entry((thread, hold, held, line))
            .or_insert_with(|| {
                requests.push(Abstract {
                    thread,
                    hold,
                    held,
                    line,
                    requests: Vec::new(),
                });
                requests.len() - 1
            });
        requests[number].requests.push(pending);
    }
    requests
}

/// The request of an acquire, or of the last event of a thread.
fn pending(index: &Index<'_>, position: usize) -> Option<(Hold, Pending)> {
    let observation = index.observation;
    let thread = observation.thread(position);
    let local = observation.local[position];
    let request = |position, length| Pending {
        position,
        thread,
        length,
    };
    if let Some(hold) = observation.action(position).asked() {
        let last = local + 1 == observation.length(thread);
        return last.then(|| (hold, request(position, local + 1)));
    }
    let hold = observation.action(position).awaited()?;
    let before = local
        .checked_sub(1)
        .and_then(|before| observation.event(thread, before));
    let before = before.filter(|&before| observation.action(before).asked() == Some(hold));
    Some((hold, request(before.unwrap_or(position), local)))
}

/// The holds of a set without those of a reader that has the lock alone as well.
fn strongest(held: &[Hold]) -> impl Iterator<Item = Hold> + '_ {
    let mut last = None;
    held.iter()
        .copied()
        .filter(move |hold| last.replace(hold.lock) != Some(hold.lock))
}

/// The search for patterns.
struct Cycles<'c> {
    index: &'c Index<'c>,
    requests: &'c [Abstract],
    /// The requests of threads that hold a lock, each with the hold.
    holding: Vec<Vec<(Hold, usize)>>,
    /// The requests of threads that hold the first lock, for the second, each with its hold of the first.
    between: FxHashMap<(LockId, LockId), Vec<(Hold, usize)>>,
    patterns: Patterns,
    left: Budget,
}

impl<'c> Cycles<'c> {
    fn new(index: &'c Index<'c>, requests: &'c [Abstract]) -> Self {
        let mut holding = vec![Vec::new(); index.sections.len()];
        let mut between: FxHashMap<(LockId, LockId), Vec<(Hold, usize)>> = FxHashMap::default();
        for (number, request) in requests.iter().enumerate() {
            for held in strongest(&index.held_sets[request.held as usize]) {
                holding[held.lock.index()].push((held, number));
                let between = between.entry((held.lock, request.hold.lock));
                between.or_default().push((held, number));
            }
        }
        Cycles {
            index,
            requests,
            holding,
            between,
            patterns: BTreeMap::new(),
            left: Budget(CHAINS),
        }
    }

    /// Extends a chain of requests to cycles of some size in all ways. The first of a chain has
    /// the smallest number, so each cycle is found once.
    fn extend(&mut self, chain: &mut Vec<usize>, size: usize) {
        let Some((&first, &last)) = chain.first().zip(chain.last()) else {
            return;
        };
        let closes = chain.len() + 1 == size;
        for next in self.successors(first, last, closes) {
            if next <= first || !self.fits(chain, next) {
                continue;
            }
            if !self.left.take(1) {
                return;
            }
            chain.push(next);
            if closes {
                self.keep(chain);
            } else {
                self.extend(chain, size);
            }
            chain.pop();
        }
    }

    /// The requests of threads with a hold that excludes a request. Those that close a cycle are for a
    /// hold that the first thread excludes.
    fn successors(&self, first: usize, last: usize, close: bool) -> Vec<usize> {
        let wanted = self.requests[last].hold;
        let excludes = |&&(held, _): &&(Hold, usize)| wanted.excludes(held);
        let number = |&(_, number): &(Hold, usize)| number;
        if !close {
            let holding = self.holding[wanted.lock.index()].iter();
            return holding.filter(excludes).map(number).collect();
        }
        let held = strongest(&self.index.held_sets[self.requests[first].held as usize]);
        let mut closing = Vec::new();
        for held in held {
            let between = self.between.get(&(wanted.lock, held.lock));
            let between = between.into_iter().flatten().filter(excludes).map(number);
            closing.extend(between.filter(|&next| held.excludes(self.requests[next].hold)));
        }
        closing
    }

    /// Checks whether a request has another thread than those of a chain, and no hold that one of
    /// theirs excludes.
    fn fits(&self, chain: &[usize], next: usize) -> bool {
        let held = |request: &Abstract| &self.index.held_sets[request.held as usize];
        let next = &self.requests[next];
        chain.iter().all(|&known| {
            let known = &self.requests[known];
            known.thread != next.thread && !exclude(held(known), held(next))
        })
    }

    fn keep(&mut self, chain: &[usize]) {
        let lines = chain.iter().map(|&request| self.requests[request].line);
        let mut lines: Vec<LineId> = lines.collect();
        lines.sort_unstable();
        self.patterns.entry(lines).or_default().push(chain.to_vec());
    }
}

/// Decides the patterns with equal lines.
fn decide(
    index: &Index<'_>,
    requests: &[Abstract],
    patterns: &[Vec<usize>],
    closure: &mut Closure<'_>,
    verdicts: &mut Verdicts<'_>,
) {
    let lists = |pattern: &Vec<usize>| -> Vec<&[Pending]> {
        let lists = pattern
            .iter()
            .map(|&request| requests[request].requests.as_slice());
        lists.collect()
    };
    for pattern in patterns {
        if let Some((tuple, witness)) = preserving(index, closure, &lists(pattern)) {
            return verdicts.deadlock(&positions(&tuple), witness);
        }
        if !verdicts.spend(closure.steps()) {
            return verdicts.undecided(Kind::Deadlock);
        }
    }
    let mut budget = verdicts.budget();
    let mut decided = true;
    for pattern in patterns {
        let lists = lists(pattern);
        let mut tuple = vec![0; lists.len()];
        loop {
            let requests: Vec<Pending> = lists.iter().zip(&tuple).map(|(of, &at)| of[at]).collect();
            match verdicts.answer(&goal(&requests), &mut budget) {
                Answer::Witness(witness) => {
                    return verdicts.deadlock(&positions(&requests), witness);
                }
                Answer::Unknown => decided = false,
                Answer::Impossible => {}
            }
            if budget == Budget(0) {
                return verdicts.undecided(Kind::Deadlock);
            }
            if !advance(&mut tuple, &lists) {
                break;
            }
        }
    }
    if !decided {
        verdicts.undecided(Kind::Deadlock);
    }
}

fn positions(requests: &[Pending]) -> Vec<usize> {
    requests.iter().map(|request| request.position).collect()
}

fn goal(requests: &[Pending]) -> Goal {
    let stops = requests
        .iter()
        .map(|request| (request.thread, request.length));
    Goal {
        stops: stops.collect(),
        ..Goal::default()
    }
}

/// The next tuple of requests. False after the last.
fn advance(tuple: &mut [usize], lists: &[&[Pending]]) -> bool {
    for (place, list) in tuple.iter_mut().zip(lists) {
        *place += 1;
        if *place < list.len() {
            return true;
        }
        *place = 0;
    }
    false
}

/// A sync-preserving deadlock of a pattern, with its witness. The closure grows to a fixpoint
/// before a request is looked at again.
fn preserving(
    index: &Index<'_>,
    closure: &mut Closure<'_>,
    lists: &[&[Pending]],
) -> Option<(Vec<Pending>, Witness)> {
    closure.clear();
    let mut tuple = vec![0; lists.len()];
    loop {
        let requests = lists
            .iter()
            .zip(&tuple)
            .map(|(of, &at)| of.get(at).copied());
        let requests: Vec<Pending> = requests.collect::<Option<_>>()?;
        for request in &requests {
            closure.add_stop(request.thread, request.length);
            closure.add_wake(index, request.thread, request.length);
        }
        let passed = |request: &Pending| closure.length(request.thread) > request.length;
        let passed: Vec<bool> = requests.iter().map(passed).collect();
        if !passed.contains(&true) {
            return Some((requests, closure.witness()));
        }
        for (place, passed) in tuple.iter_mut().zip(passed) {
            *place += usize::from(passed);
        }
    }
}
