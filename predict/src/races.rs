//! Races: candidates, and the passes that decide them.
//!
//! A *group* are the accesses of one variable by one thread with one line, one way of access and
//! one set of held locks. Of the accesses in one segment of a thread the first stands for all: a
//! witness that stops before a later one is a witness for the first, without the events between.
//! Two groups are a *candidate* if their accesses conflict and no lock excludes them.
//!
//! 1. The sync-preserving closure decides a candidate in one pass over both groups, since it only
//!    grows from one pair to the next.
//! 2. The exact search decides the pairs that are left, each with its own budget.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ideal::Goal;
use crate::index::{HeldId, Index, exclude};
use crate::observation::Observation;
use crate::report::{Kind, Witness};
use crate::search::Answer;
use crate::sync_preserving::Closure;
use crate::trace::{Access, LineId};
use crate::verdicts::Verdicts;

/// Accesses that are alike.
#[derive(Debug)]
struct Group {
    thread: usize,
    line: LineId,
    access: Access,
    held: HeldId,
    /// The first access of each segment.
    accesses: Vec<u32>,
}

/// The lines of a pair, ascending.
type Lines = [LineId; 2];

/// The number of candidates that are kept for the exact search.
const OPEN: usize = 2_000_000;

/// Finds the races of a trace.
pub(crate) fn find(index: &Index<'_>, verdicts: &mut Verdicts<'_>) {
    let groups = groups(index);
    let mut pass = Pass {
        closure: Closure::new(index),
        index,
        groups: &groups,
        known: FxHashSet::default(),
        open: BTreeMap::new(),
        kept: 0,
        cut: false,
    };
    pass.variables(verdicts);
    if pass.cut {
        verdicts.undecided(Kind::Race);
    }
    for (lines, pairs) in &pass.open {
        if !pass.known.contains(lines) {
            decide(index, &groups, pairs, verdicts);
        }
    }
}

fn groups(index: &Index<'_>) -> Vec<Group> {
    let observation = index.observation;
    let mut numbers: FxHashMap<(usize, LineId, Access, HeldId), usize> = FxHashMap::default();
    let mut groups: Vec<Group> = Vec::new();
    for (position, event) in observation.trace.events.iter().enumerate() {
        let Some(access) = event.action.access() else {
            continue;
        };
        let (thread, held) = (event.thread.index(), index.held[position]);
        let number = *numbers
            .entry((thread, event.line, access, held))
            .or_insert_with(|| {
                groups.push(Group {
                    thread,
                    line: event.line,
                    access,
                    held,
                    accesses: Vec::new(),
                });
                groups.len() - 1
            });
        let accesses = &mut groups[number].accesses;
        let segment = |position: usize| index.segment[position];
        if accesses
            .last()
            .is_none_or(|&last| segment(last as usize) != segment(position))
        {
            accesses.push(position as u32);
        }
    }
    groups
}

/// The pass of the sync-preserving closure over all candidates.
struct Pass<'p> {
    index: &'p Index<'p>,
    groups: &'p [Group],
    closure: Closure<'p>,
    /// The lines of the races so far.
    known: FxHashSet<Lines>,
    /// The candidates without a sync-preserving race, by their lines.
    open: BTreeMap<Lines, Vec<(usize, usize)>>,
    kept: usize,
    /// Not all candidates were looked at.
    cut: bool,
}

impl Pass<'_> {
    fn variables(&mut self, verdicts: &mut Verdicts<'_>) {
        let mut of_variable: BTreeMap<usize, BTreeMap<usize, Vec<usize>>> = BTreeMap::new();
        for (number, group) in self.groups.iter().enumerate() {
            let of_thread = of_variable
                .entry(group.access.variable.index())
                .or_default();
            of_thread.entry(group.thread).or_default().push(number);
        }
        for of_thread in of_variable.values() {
            let lists: Vec<&Vec<usize>> = of_thread.values().collect();
            for (place, first) in lists.iter().enumerate() {
                for second in &lists[place + 1..] {
                    self.lists(first, second, verdicts);
                }
            }
        }
    }

    /// The groups of one variable and two threads.
    fn lists(&mut self, first: &[usize], second: &[usize], verdicts: &mut Verdicts<'_>) {
        for &one in first {
            if !verdicts.spend(1 + second.len() as u64 / 8) {
                self.cut = true;
                return;
            }
            for &other in second {
                self.pair(one, other, verdicts);
            }
        }
    }

    fn pair(&mut self, first: usize, second: usize, verdicts: &mut Verdicts<'_>) {
        let pair = [&self.groups[first], &self.groups[second]];
        let mut lines = pair.map(|group| group.line);
        lines.sort_unstable();
        if !is_candidate(self.index, pair) || self.known.contains(&lines) {
            return;
        }
        let enough = verdicts.spend(self.closure.steps());
        // The closure does not say what a compare-and-set would see.
        let by_closure = enough && pair[0].access.races(pair[1].access);
        let found = by_closure.then(|| preserving(self.index, &mut self.closure, pair[0], pair[1]));
        if let Some((pair, witness)) = found.flatten() {
            verdicts.race(pair, witness);
            self.known.insert(lines);
        } else if self.kept < OPEN {
            self.kept += 1;
            self.open.entry(lines).or_default().push((first, second));
        } else {
            self.cut = true;
        }
    }
}

fn is_candidate(index: &Index<'_>, [first, second]: [&Group; 2]) -> bool {
    let held = |group: &Group| &index.held_sets[group.held as usize];
    first.access.may_race(second.access) && !exclude(held(first), held(second))
}

/// A sync-preserving race of two groups, with its witness.
fn preserving(
    index: &Index<'_>,
    closure: &mut Closure<'_>,
    first: &Group,
    second: &Group,
) -> Option<([usize; 2], Witness)> {
    let found = one_way(index, closure, first, second);
    found.or_else(|| one_way(index, closure, second, first))
}

/// A sync-preserving race of an access of the first group and a later one of the second. The
/// closure of a pair has no event behind the pair, so only the earlier access can be in it. Then
/// it is in the closure of all later pairs as well, and is passed over for good.
fn one_way(
    index: &Index<'_>,
    closure: &mut Closure<'_>,
    first: &Group,
    second: &Group,
) -> Option<([usize; 2], Witness)> {
    closure.clear();
    let mut earlier = first
        .accesses
        .iter()
        .map(|&access| access as usize)
        .peekable();
    for &later in &second.accesses {
        let later = later as usize;
        while let Some(&access) = earlier.peek().filter(|&&access| access < later) {
            if index.is_before(access, later) {
                earlier.next();
                continue;
            }
            closure.add_before(later);
            closure.add_before(access);
            if !closure.has(access) {
                return Some(([access, later], closure.witness()));
            }
            earlier.next();
        }
    }
    None
}

/// Decides pairs of groups with equal lines by the exact search.
fn decide(
    index: &Index<'_>,
    groups: &[Group],
    pairs: &[(usize, usize)],
    verdicts: &mut Verdicts<'_>,
) {
    let mut budget = verdicts.budget();
    let mut decided = true;
    for &(first, second) in pairs {
        for pair in concurrent(index, &groups[first], &groups[second]) {
            let goal = goal(index.observation, pair);
            match verdicts.answer(&goal, &mut budget) {
                Answer::Witness(witness) => return verdicts.race(pair, witness),
                Answer::Unknown => decided = false,
                Answer::Impossible => {}
            }
            if budget.0 == 0 {
                return verdicts.undecided(Kind::Race);
            }
        }
    }
    if !decided {
        verdicts.undecided(Kind::Race);
    }
}

/// The goal that two accesses are next. A compare-and-set that conflicts only as a write must succeed:
/// it is the last event of an order, without which the order is a witness.
fn goal(observation: &Observation<'_>, pair: [usize; 2]) -> Goal {
    let mut goal = Goal::before(observation, &pair);
    let accesses = pair.map(|position| observation.action(position).access());
    let [Some(first), Some(second)] = accesses else {
        return goal;
    };
    if !first.races(second) {
        let last = usize::from(second.may_fail);
        goal.stops[last].1 += 1;
        goal.last = Some(pair[last]);
    }
    goal
}

/// The pairs of two groups that the clocks do not order.
fn concurrent<'g>(
    index: &'g Index<'_>,
    first: &'g Group,
    second: &'g Group,
) -> impl Iterator<Item = [usize; 2]> + 'g {
    let clocks = index.spawn.as_ref().unwrap_or(&index.clocks);
    let observation = index.observation;
    let local = |&access: &u32| observation.local[access as usize];
    first.accesses.iter().flat_map(move |access| {
        let own = local(access);
        let known = clocks.component(first.thread, own, second.thread);
        let from = second
            .accesses
            .partition_point(|other| local(other) < known);
        let knows = |other: &u32| clocks.component(second.thread, local(other), first.thread) > own;
        let to = second
            .accesses
            .partition_point(|other| !knows(other))
            .max(from);
        let pair = |&other: &u32| [*access as usize, other as usize];
        second.accesses[from..to].iter().map(pair)
    })
}
