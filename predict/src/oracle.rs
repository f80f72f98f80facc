//! Brute force: all correct reorderings of a small trace, with merging of equal states.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::observation::Observation;
use crate::reordering::{Reorderings, State};
use crate::trace::LineId;

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
