//! The search for reorderings in which a read sees another write of the same value.
//!
//! It walks through the states of the definition itself, the first event of the trace first, and
//! stops the threads of the goal where they must stop.

use rustc_hash::FxHashSet;

use crate::budget::Budget;
use crate::ideal::Goal;
use crate::observation::Observation;
use crate::reordering::{Reorderings, State};
use crate::report::{Method, Witness};
use crate::search::Answer;

/// Answers a goal. `shows` says whether a state is one of the goal.
pub(crate) fn answer(
    observation: &Observation<'_>,
    reorderings: &Reorderings<'_>,
    goal: &Goal,
    shows: &dyn Fn(&State) -> bool,
    budget: &mut Budget,
) -> Answer {
    let walk = Walk {
        observation,
        reorderings,
        goal,
    };
    let start = reorderings.start();
    let mut known = FxHashSet::from_iter([start.clone()]);
    let mut path: Vec<Level> = vec![walk.level(start, None)];
    while let Some(level) = path.last_mut() {
        if level.successors.is_empty() && shows(&level.state) && walk.ordered(&level.state) {
            return Answer::Witness(Witness {
                method: Method::Values,
                events: path.iter().filter_map(|level| level.event).collect(),
            });
        }
        let Some((event, state)) = level.successors.pop() else {
            path.pop();
            continue;
        };
        if !known.insert(state.clone()) {
            continue;
        }
        if !budget.take(state.size() as u64 / 2) {
            return Answer::Unknown;
        }
        path.push(walk.level(state, Some(event)));
    }
    Answer::Impossible
}

/// A state on the path, with the states after it that are still to be tried.
struct Level {
    state: State,
    event: Option<usize>,
    successors: Vec<(usize, State)>,
}

struct Walk<'w> {
    observation: &'w Observation<'w>,
    reorderings: &'w Reorderings<'w>,
    goal: &'w Goal,
}

impl Walk<'_> {
    fn level(&self, state: State, event: Option<usize>) -> Level {
        let threads = 0..self.observation.trace.threads();
        let after = threads.filter_map(|thread| self.after(&state, thread));
        let mut successors: Vec<(usize, State)> = after.collect();
        successors.sort_unstable_by_key(|&(event, _)| std::cmp::Reverse(event));
        Level {
            state,
            event,
            successors,
        }
    }

    /// The next event of a thread, and the state after it.
    fn after(&self, state: &State, thread: usize) -> Option<(usize, State)> {
        let next = self.reorderings.next(state, thread)?;
        if self.observation.local[next] >= self.goal.limit(thread) {
            return None;
        }
        let mut orders = self.goal.orders.iter();
        if !orders.all(|&(first, second)| second != next || self.reorderings.done(state, first)) {
            return None;
        }
        let mut after = state.clone();
        self.reorderings.step(&mut after, thread).ok()?;
        Some((next, after))
    }

    fn ordered(&self, state: &State) -> bool {
        let mut orders = self.goal.orders.iter();
        orders.all(|&(_, second)| self.reorderings.done(state, second))
    }
}
