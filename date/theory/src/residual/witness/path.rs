//! The shortest run through a move, put together of its parts.

use super::distances::{Distances, Leads, Reached};
use super::exploded::{ClassId, Exploded};
use crate::ids::TransitionId;

/// A transition on the way.
pub(super) struct Step {
    pub class: ClassId,
    pub transition: TransitionId,
    /// True if it is that of the move that was asked for.
    pub is_asked: bool,
}

/// The transitions of the shortest run through a move. O(steps).
pub(super) fn through(
    exploded: &Exploded<'_>,
    distances: &Distances<'_>,
    index: usize,
) -> Vec<Step> {
    let path = Path {
        exploded,
        distances,
    };
    let step = &exploded.moves[index];
    let mut suffix = Vec::new();
    // The points of calls through which the run comes to the move, from the last to the first.
    let mut callers = Vec::new();

    if !step.is_observable {
        path.add_rest(step.to, &mut suffix, &mut callers);
    }

    // The rest of the path comes back to some callers. Above the outermost of them, the shortest
    // way in leads up to the beginning of the run.
    let outermost = callers.last().copied().unwrap_or(step.from);
    let mut entered = exploded.points[outermost].activation;
    while let Some(call) = distances.entering.way(entered.index()) {
        callers.push(call);
        entered = exploded.points[call].activation;
    }

    let mut moves = Vec::new();
    callers
        .into_iter()
        .rev()
        .for_each(|call| path.add_within(call, &mut moves));
    path.add_within(step.from, &mut moves);
    let asked = moves.len();
    moves.push(index);
    moves.extend(suffix);
    let steps = moves.into_iter().enumerate();

    let taken = steps.filter_map(|(position, index)| {
        let (class, transition) = exploded.moves[index].taken?;
        Some(Step {
            class,
            transition,
            is_asked: position == asked,
        })
    });

    taken.collect()
}

struct Path<'a> {
    exploded: &'a Exploded<'a>,
    distances: &'a Distances<'a>,
}

impl Path<'_> {
    /// Adds the moves from the entry of an activation to a point of it.
    fn add_within(&self, to: usize, moves: &mut Vec<usize>) {
        let begin = moves.len();

        // Points up to which something is still to be told, the next one last.
        let mut ends = vec![to];
        while let Some(at) = ends.pop() {
            match self.distances.within.way(at) {
                Reached::Here => {}
                Reached::By(index) => {
                    moves.push(index);
                    ends.push(self.exploded.moves[index].from);
                }
                // Backwards: the exit of the callee comes first, then the way to the call.
                Reached::Over(back) => ends.extend([back.call, back.exit]),
            }
        }
        moves[begin..].reverse();
    }

    /// Adds the moves from a point to something observable, and the calls out of which they lead.
    fn add_rest(&self, from: usize, moves: &mut Vec<usize>, callers: &mut Vec<usize>) {
        let mut at = from;
        loop {
            at = match self.distances.beyond.way(at) {
                Leads::By(index) => self.make(index, moves),
                Leads::Over(back) => {
                    self.add_within(back.exit, moves);
                    back.to
                }
                Leads::Out(back) => {
                    callers.push(back.call);
                    back.to
                }
                Leads::Into(_) | Leads::Within => break,
            };
        }

        self.add_below(at, moves);
    }

    /// Adds the moves from a point to something observable in its activation and what that calls.
    fn add_below(&self, from: usize, moves: &mut Vec<usize>) {
        let mut at = from;
        loop {
            at = match self.distances.below.way(at) {
                Leads::By(index) => {
                    let behind = self.make(index, moves);
                    if self.exploded.moves[index].is_observable {
                        return;
                    }
                    behind
                }
                Leads::Over(back) => {
                    self.add_within(back.exit, moves);
                    back.to
                }
                Leads::Into(activation) => self.exploded.activations[activation].entry,
                Leads::Out(_) | Leads::Within => unreachable!("what lies below does not lead out"),
            };
        }
    }

    fn make(&self, index: usize, moves: &mut Vec<usize>) -> usize {
        moves.push(index);
        self.exploded.moves[index].to
    }
}
