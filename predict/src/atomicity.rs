//! Atomicity: the cycles of transactions that a run shows, and those that a correct reordering of it
//! shows. [`crate::transactions`] has the definition.
//!
//! A cycle is a goal of the exact search: its edges are pairs of accesses in their order. Small
//! cycles are looked for first, and cycles with the lines of a smaller one are passed over.

mod classes;

use std::ops::Range;

use rustc_hash::FxHashMap;

use self::classes::{Class, Classes};
use crate::budget::Budget;
use crate::ideal::Goal;
use crate::index::{Index, exclude};
use crate::observation::NONE;
use crate::report::Kind;
use crate::search::Answer;
use crate::trace::{Access, Hold, LineId};
use crate::transactions::{Edge, events, is_larger, lines, transactions};
use crate::verdicts::Verdicts;

/// The variable of calls that the recorder orders with each other, since nothing is known of them. It is no state of
/// the program, so its accesses interrupt no transaction.
pub const ANY_CALL: &str = "<library>";

/// The number of cycles with equal lines that are searched.
const ATTEMPTS: u32 = 2_000;

/// Finds the atomicity violations of a trace, with cycles of at most `threads` threads.
pub(crate) fn find(index: &Index<'_>, verdicts: &mut Verdicts<'_>, threads: usize) {
    let transactions = transactions(index.observation);
    let threads = threads.min(index.observation.trace.threads());
    let mut cycles = Cycles {
        index,
        verdicts,
        classes: classes(index, &transactions),
        shared: Vec::new(),
        others: (usize::MAX, Vec::new()),
        transactions,
        tried: FxHashMap::default(),
        found: Vec::new(),
        size: 0,
        threads,
        cut: false,
    };
    cycles.shared = cycles.shared();
    for size in 3..=2 * threads {
        cycles.size = size;
        cycles.of_size();
    }
    cycles.finish();
}

/// The accesses of each variable that several threads access and one writes.
fn classes(index: &Index<'_>, transactions: &[u32]) -> Classes {
    let variables = &index.observation.trace.tables.variables;
    let mut classes = Classes::new(index, transactions);
    for (of_variable, writes) in classes.of_variable.iter_mut().zip(&index.writes) {
        let first = of_variable.first().map(|class| class.thread);
        let shared = of_variable.iter().any(|class| Some(class.thread) != first);
        if !shared || writes.is_empty() {
            of_variable.clear();
        }
    }
    if let Some(number) = variables.number(ANY_CALL)
        && let Some(of_variable) = classes.of_variable.get_mut(number)
    {
        of_variable.clear();
    }
    classes
}

/// The search for cycles.
struct Cycles<'c, 'v> {
    index: &'c Index<'c>,
    verdicts: &'c mut Verdicts<'v>,
    classes: Classes,
    /// The accesses of each thread to variables that matter.
    shared: Vec<Vec<u32>>,
    /// An access, and the threads with transactions that overlap its own.
    others: (usize, Vec<usize>),
    transactions: Vec<u32>,
    /// How often cycles with these lines were tried, and whether all were refuted.
    tried: FxHashMap<Vec<LineId>, Tried>,
    found: Vec<Vec<LineId>>,
    /// The number of accesses of the cycles that are looked for.
    size: usize,
    threads: usize,
    /// Not all cycles were looked at.
    cut: bool,
}

/// The attempts for cycles with equal lines.
#[derive(Debug, Default)]
struct Tried {
    attempts: u32,
    found: bool,
    undecided: bool,
}

impl Cycles<'_, '_> {
    fn shared(&self) -> Vec<Vec<u32>> {
        let mut shared = vec![Vec::new(); self.index.observation.trace.threads()];
        for class in self.classes.of_variable.iter().flatten() {
            shared[class.thread].extend_from_slice(&class.events);
        }
        shared.iter_mut().for_each(|events| events.sort_unstable());
        shared
    }

    fn of_size(&mut self) {
        for thread in 0..self.shared.len() {
            let events = std::mem::take(&mut self.shared[thread]);
            let inside = |&&event: &&u32| self.transactions[event as usize] != NONE;
            let leaves: Vec<u32> = events.iter().filter(inside).copied().collect();
            self.shared[thread] = events;
            for first in leaves {
                self.extend(&mut Vec::new(), first as usize);
            }
        }
    }

    /// Extends a list of edges by those that leave an access.
    fn extend(&mut self, edges: &mut Vec<Edge>, from: usize) {
        let Some(access) = self.access(from) else {
            return;
        };
        let origin = edges.first().map_or(from, |&(first, _)| first);
        let variable = access.variable.index();
        for class in 0..self.classes.of_variable[variable].len() {
            if !self.verdicts.spend(1) {
                self.cut = true;
                return;
            }
            let of_class = &self.classes.of_variable[variable][class];
            let (thread, any) = (of_class.thread, of_class.events[0] as usize);
            if self.visits(edges, origin, thread) || !self.returns(edges, origin, any) {
                continue;
            }
            for place in self.after(&self.classes.of_variable[variable][class], from) {
                if !self.verdicts.spend(1) {
                    self.cut = true;
                    return;
                }
                let to = self.classes.of_variable[variable][class].events[place] as usize;
                if self.access(to).is_some_and(|other| other.conflicts(access)) {
                    edges.push((from, to));
                    self.leave(edges, to);
                    edges.pop();
                }
            }
        }
    }

    /// Checks whether a cycle that goes on with an access can come back to the transaction in which it begins.
    ///
    /// Let the transactions on the way follow the first one as a whole. Then another thread has to come, which has an
    /// access before the end of the first transaction, and in the same transaction a later one after it.
    fn returns(&mut self, edges: &[Edge], first: usize, to: usize) -> bool {
        let follows = |to: usize| self.classes.follows(first, to);
        // A cycle of more threads has more ways back.
        if self.threads > 3 || !follows(to) || !edges.iter().all(|&(_, to)| follows(to)) {
            return true;
        }
        let thread = self.index.observation.thread(to);
        // The first and the other thread have two accesses each.
        edges.is_empty() && self.size > 4 && self.others(first).iter().any(|&other| other != thread)
    }

    /// The threads with transactions that overlap the rest of that of an access, and access the same.
    fn others(&mut self, first: usize) -> &[usize] {
        if self.others.0 != first {
            let thread = self.index.observation.thread(first);
            let events = &self.shared[thread];
            let begin = events.partition_point(|&event| event as usize <= first);
            let inside =
                |&&event: &&u32| self.transactions[event as usize] == self.transactions[first];
            let mut others = Vec::new();
            for &event in events[begin..].iter().take_while(inside) {
                let access = self.index.observation.action(event as usize).access();
                let variable = access.map_or(0, |access| access.variable.index());
                let classes = &self.classes.of_variable[variable];
                if !self.verdicts.spend(classes.len() as u64) {
                    self.cut = true;
                    break;
                }
                for class in classes {
                    if class.thread != thread
                        && !others.contains(&class.thread)
                        && self.classes.overlaps(first, class)
                    {
                        others.push(class.thread);
                    }
                }
            }
            self.others = (first, others);
        }
        &self.others.1
    }

    fn access(&self, position: usize) -> Option<Access> {
        self.index.observation.action(position).access()
    }

    /// Checks whether a cycle has a thread already.
    fn visits(&self, edges: &[Edge], origin: usize, thread: usize) -> bool {
        let observation = self.index.observation;
        observation.thread(origin) == thread
            || edges
                .iter()
                .any(|&(_, to)| observation.thread(to) == thread)
    }

    /// The accesses of a class that do not come before an access in every order.
    fn after(&self, class: &Class, from: usize) -> Range<usize> {
        let observation = self.index.observation;
        let clocks = self.index.spawn.as_ref().unwrap_or(&self.index.clocks);
        let (thread, local) = (observation.thread(from), observation.local[from]);
        let known = clocks.component(thread, local, class.thread);
        let before = |&event: &u32| observation.local[event as usize] < known;
        class.events.partition_point(before)..class.events.len()
    }

    /// Continues with all accesses at which the next edge can begin.
    fn leave(&mut self, edges: &mut Vec<Edge>, to: usize) {
        let least = events(edges).len() + 1;
        if least > self.size {
            return;
        }
        self.close_or_extend(edges, to);
        if least == self.size {
            return;
        }
        let observation = self.index.observation;
        let thread = observation.thread(to);
        let transaction = self.transactions[to];
        let events = std::mem::take(&mut self.shared[thread]);
        let same =
            |&event: &u32| transaction != NONE && self.transactions[event as usize] == transaction;
        let begin = events.partition_point(|&event| (event as usize) < to);
        let before = events[..begin]
            .iter()
            .rev()
            .take_while(|event| same(event))
            .count();
        self.shared[thread] = events;
        for place in begin - before..self.shared[thread].len() {
            let from = self.shared[thread][place] as usize;
            if self.cut {
                return;
            }
            if from != to {
                self.close_or_extend(edges, from);
            }
        }
    }

    fn close_or_extend(&mut self, edges: &mut Vec<Edge>, from: usize) {
        self.close(edges, from);
        if edges.len() + 1 < self.threads {
            self.extend(edges, from);
        }
    }

    /// Tries all edges from an access back to the interrupted transaction.
    fn close(&mut self, edges: &mut Vec<Edge>, from: usize) {
        let Some((first, access)) = edges.first().map(|edge| edge.0).zip(self.access(from)) else {
            return;
        };
        let observation = self.index.observation;
        let thread = observation.thread(first);
        let inside = |&&event: &&u32| self.transactions[event as usize] == self.transactions[first];
        let conflicts = |&&event: &&u32| {
            self.access(event as usize)
                .is_some_and(|other| other.conflicts(access))
        };
        let mut ends = Vec::new();
        for class in &self.classes.of_variable[access.variable.index()] {
            if class.thread == thread {
                let begin = class
                    .events
                    .partition_point(|&event| event as usize <= first);
                let later = class.events[begin..].iter();
                ends.extend(later.take_while(inside).filter(conflicts).copied());
            }
        }
        ends.sort_unstable();
        for end in ends {
            edges.push((from, end as usize));
            if events(edges).len() == self.size {
                self.attempt(edges);
            }
            edges.pop();
        }
    }

    /// Decides a cycle.
    fn attempt(&mut self, edges: &[Edge]) {
        let lines = lines(self.index.observation, edges);
        let tried = self.tried.get(&lines);
        if tried.is_some_and(|tried| tried.found || tried.attempts >= ATTEMPTS) {
            return;
        }
        if self.is_excluded(edges) || self.found.iter().any(|known| is_larger(&lines, known)) {
            return;
        }
        let answer = self.answer(edges);
        let tried = self.tried.entry(lines.clone()).or_default();
        tried.attempts += 1;
        tried.undecided |= answer == Answer::Unknown || tried.attempts >= ATTEMPTS;
        if let Answer::Witness(witness) = answer {
            tried.found = true;
            self.verdicts.atomicity(edges, witness);
            self.found.push(lines);
        }
    }

    fn answer(&mut self, edges: &[Edge]) -> Answer {
        if edges.iter().all(|(from, to)| from < to) {
            return Answer::Witness(self.verdicts.begin_of_run(edges));
        }
        let goal = Goal {
            orders: edges.to_vec(),
            ..Goal::default()
        };
        let mut budget: Budget = self.verdicts.budget();
        self.verdicts.answer(&goal, &mut budget)
    }

    /// Checks whether two threads of a cycle of two exclude each other by a lock that they hold from their
    /// first to their last access.
    fn is_excluded(&self, edges: &[Edge]) -> bool {
        let [(leave, enter), (other_leave, back)] = *edges else {
            return false;
        };
        let (begin, end) = (enter.min(other_leave), enter.max(other_leave));
        exclude(
            &self.held_through(leave, back),
            &self.held_through(begin, end),
        )
    }

    /// The locks that a thread holds from one access to another.
    fn held_through(&self, begin: usize, end: usize) -> Vec<Hold> {
        let observation = self.index.observation;
        let thread = observation.thread(begin);
        let mut held = self.index.held_at(begin).to_vec();
        held.retain(|&hold| {
            let own = self.index.sections_of(thread, hold);
            let latest = |position: usize| {
                own.and_then(|own| self.index.among(own, observation.local[position]).last())
            };
            self.index.held_at(end).contains(&hold) && latest(begin) == latest(end)
        });
        held
    }

    fn finish(self) {
        let mut undecided = usize::from(self.cut);
        undecided += self
            .tried
            .values()
            .filter(|tried| tried.undecided && !tried.found)
            .count();
        for _ in 0..undecided {
            self.verdicts.undecided(Kind::Atomicity);
        }
    }
}
