//! Event graphs when some generators are silent.

use crate::graph::{Certainty, EventGraph, Step};
use crate::ids::GeneratorId;

/// How a generator is heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hearing {
    /// Whenever it occurs.
    Always,
    /// By some monitors, or now and then.
    Perhaps,
    /// Not at all.
    Never,
}

/// The graph as it is if generators are heard so. O(edges).
pub(super) fn heard(graph: &EventGraph, hearing: impl Fn(GeneratorId) -> Hearing) -> EventGraph {
    let mut heard = graph.clone();
    for edge in heard
        .procedures
        .iter_mut()
        .flat_map(|procedure| &mut procedure.edges)
    {
        let Step::Event(occurrence, target) = &mut edge.step else {
            continue;
        };
        match hearing(occurrence.generator) {
            Hearing::Always => {}
            Hearing::Perhaps => occurrence.certainty = Certainty::Maybe,
            Hearing::Never => edge.step = Step::Silent(*target),
        }
    }
    heard
        .background
        .retain(|occurrence| hearing(occurrence.generator) != Hearing::Never);

    heard
}
