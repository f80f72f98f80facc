//! Witnesses: how a program may lead an object, through a generator, to something that the user
//! sees.
//!
//! One search of a graph answers for all of its generators. A run is cut where an activation of a
//! procedure is entered and left; what happens within depends on the procedure and the state that
//! it was entered in, and on nothing before. So a shortest run through a transition is put together
//! of the fewest transitions
//! - from the entry of an activation to each of its points,
//! - from the beginning of a run to the entry of each activation,
//! - from each point to something observable, in the activation and in what it calls,
//! - and from each point by way of a caller, together with what has led there.

mod costs;
mod distances;
mod exploded;
mod path;
mod shortened;

use index_vec::IndexVec;
use rayon::prelude::*;

use super::hearing::{Hearing, heard};
use super::letters::ByLetter;
use crate::algebra::{StaticDate, SubDate};
use crate::code::Truth;
use crate::graph::{Abstraction, EventGraph};
use crate::ids::{GeneratorId, StateId, TransitionId};
use distances::Distances;
use exploded::Exploded;
pub use shortened::LeftOut;
use shortened::shortened;

/// A transition that is taken on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// The generator that raises the event.
    pub generator: GeneratorId,
    /// The transition.
    pub transition: TransitionId,
}

/// Transitions over a word of an event graph, from the initial state to the first that is
/// observable behind the one asked for. What moves the monitor nowhere is left out; conditions that
/// are not decided are taken to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The transitions, each from the state that the one before leads to unless some are left out
    /// between them; the last is observable.
    pub taken: Vec<Taken>,
    /// The gaps of a long way where transitions are left out, in order.
    pub left_out: Vec<LeftOut>,
    /// True if the order follows that of the program. Otherwise some of them may happen at any
    /// time: nothing is known of their order, and the witness says no more than that it is not
    /// ruled out.
    pub is_ordered: bool,
    /// The graph whose word it is: a position in [`Abstraction::graphs`].
    pub graph: usize,
}

impl Witness {
    /// How many transitions are taken, those that are left out included.
    pub fn length(&self) -> usize {
        self.taken.len()
            + self
                .left_out
                .iter()
                .map(|left_out| left_out.steps)
                .sum::<usize>()
    }
}

/// For each generator that is heard a witness in which it takes a transition, if there is a word
/// with one: over the part `sub` of a DATE, while those that `is_silent` tells are not heard. Of
/// several graphs the one that knows the order goes first, then the fewest transitions, then the
/// first. Instances are taken not to be released on the way.
///
/// O(edges * states^2 * log) for each graph, and O(calls * exits) of it.
pub fn witnesses(
    date: &StaticDate,
    sub: &SubDate,
    program: &Abstraction,
    is_silent: impl Fn(GeneratorId) -> bool + Sync,
) -> IndexVec<GeneratorId, Option<Witness>> {
    let letters = ByLetter::new(&program.generators, |letter| -> Vec<Choice> {
        (0..date.states)
            .map(|state| Choice::new(date, sub, StateId::from(state), letter))
            .collect()
    });
    let hearing = |generator| {
        if is_silent(generator) {
            Hearing::Never
        } else {
            Hearing::Always
        }
    };

    let found: Vec<Vec<(GeneratorId, Witness)>> = program
        .graphs
        .par_iter()
        .enumerate()
        .map(|(number, graph)| {
            let heard = heard(graph, hearing).condensed();
            // A path without background events says more to a reader, so it is sought by itself,
            // too.
            let in_order =
                in_order(&heard).map(|graph| within(date.initial, &letters, number, &graph));
            let mut found = in_order.unwrap_or_default();
            found.extend(within(date.initial, &letters, number, &heard));
            found
        })
        .collect();

    let mut best: IndexVec<GeneratorId, Option<Witness>> =
        program.generators.iter().map(|_| None).collect();
    for (generator, witness) in found.into_iter().flatten() {
        let rank = |witness: &Witness| (!witness.is_ordered, witness.length());
        if best[generator]
            .as_ref()
            .is_none_or(|known| rank(&witness) < rank(known))
        {
            best[generator] = Some(witness);
        }
    }

    best
}

/// A graph without what may happen at any time, if that leaves something of what was more.
fn in_order(graph: &EventGraph) -> Option<EventGraph> {
    let is_mixed = !graph.background.is_empty() && !graph.is_unordered();
    is_mixed.then(|| EventGraph {
        background: Vec::new(),
        ..graph.clone()
    })
}

/// The witnesses over the words of one graph, which has a number.
fn within(
    initial: StateId,
    letters: &ByLetter<Vec<Choice>>,
    number: usize,
    graph: &EventGraph,
) -> Vec<(GeneratorId, Witness)> {
    let exploded = Exploded::new(initial, letters, graph);
    if !exploded.is_observable() {
        return Vec::new();
    }

    let distances = Distances::new(&exploded);
    let mut found = Vec::new();
    for (class, through) in distances.best_of_classes() {
        let steps = path::through(&exploded, &distances, through);
        // One event of the background leaves the order of the path open.
        let is_ordered = !steps
            .iter()
            .any(|step| exploded.classes[step.class].is_background);
        let (steps, left_out) = shortened(steps);
        // The generators of a class share the path. Only the step in question is each one's own.
        for &generator in &exploded.classes[class].generators {
            let taken = |step: &path::Step| Taken {
                generator: if step.is_asked {
                    generator
                } else {
                    exploded.classes[step.class].generators[0]
                },
                transition: step.transition,
            };
            let taken = steps.iter().map(taken).collect();
            found.push((
                generator,
                Witness {
                    taken,
                    left_out: left_out.clone(),
                    is_ordered,
                    graph: number,
                },
            ));
        }
    }

    found
}

/// The possible steps of a letter in a state.
struct Choice {
    /// The transitions that may be taken, where they lead, and whether they are observable.
    taken: Vec<(TransitionId, StateId, bool)>,
    /// True if the monitor may be in the same state afterwards.
    stays: bool,
}

impl Choice {
    fn new(
        date: &StaticDate,
        sub: &SubDate,
        state: StateId,
        letter: &crate::graph::Letter,
    ) -> Self {
        let ids: Vec<TransitionId> = date.may_take(sub, state, letter).collect();
        // The list ends with the first transition that must be taken, if there is one.
        let must_move = ids
            .last()
            .is_some_and(|&last| date.transitions[last].guard == Truth::True);
        let taken = ids
            .into_iter()
            .map(|id| (id, date.transitions[id].to, date.transitions[id].observable));
        Choice {
            taken: taken.collect(),
            stays: !must_move || date.may_be_unborn && state == date.initial,
        }
    }
}
