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

use rustc_hash::FxHashMap;

use crate::ideal::Goal;
use crate::index::{HeldId, Index, meet};
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

/// Finds the races of a trace.
pub(crate) fn find(index: &Index<'_>, verdicts: &mut Verdicts<'_>) {
    let groups = groups(index);
    let candidates = candidates(index, &groups);
    let mut open = Vec::new();
    let mut closure = Closure::new(index);
    for (lines, pairs) in candidates {
        let found = pairs
            .iter()
            .find_map(|&(first, second)| preserving(&mut closure, &groups[first], &groups[second]));
        match found {
            Some((pair, witness)) => verdicts.race(pair, witness),
            None => open.push((lines, pairs)),
        }
    }
    for (_, pairs) in open {
        decide(index, &groups, &pairs, verdicts);
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

/// The candidates, by their lines.
fn candidates(index: &Index<'_>, groups: &[Group]) -> BTreeMap<Lines, Vec<(usize, usize)>> {
    let mut of_variable: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, group) in groups.iter().enumerate() {
        of_variable
            .entry(group.access.variable.index())
            .or_default()
            .push(number);
    }
    let mut candidates: BTreeMap<Lines, Vec<(usize, usize)>> = BTreeMap::new();
    for numbers in of_variable.values() {
        for (place, &first) in numbers.iter().enumerate() {
            for &second in &numbers[place + 1..] {
                let pair = [&groups[first], &groups[second]];
                if is_candidate(index, pair) {
                    let mut lines = pair.map(|group| group.line);
                    lines.sort_unstable();
                    candidates.entry(lines).or_default().push((first, second));
                }
            }
        }
    }
    candidates
}

fn is_candidate(index: &Index<'_>, [first, second]: [&Group; 2]) -> bool {
    let held = |group: &Group| &index.held_sets[group.held as usize];
    first.thread != second.thread
        && first.access.races(second.access)
        && !meet(held(first), held(second))
}

/// A sync-preserving race of two groups, with its witness.
fn preserving(
    closure: &mut Closure<'_>,
    first: &Group,
    second: &Group,
) -> Option<([usize; 2], Witness)> {
    one_way(closure, first, second).or_else(|| one_way(closure, second, first))
}

/// A sync-preserving race of an access of the first group and a later one of the second. The
/// closure of a pair has no event behind the pair, so only the earlier access can be in it. Then
/// it is in the closure of all later pairs as well, and is passed over for good.
fn one_way(
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
            let goal = Goal::before(index.observation, &pair);
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
