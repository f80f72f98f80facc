//! From witnesses over event graphs to witnesses over places of the program.

use date::ids::GeneratorId;
use date::judgement::Judgement;
use date::residual::{Residual, witnesses};
use index_vec::IndexVec;

use crate::decide::result::{Witness, WitnessStep};
use crate::graphs::abstraction::PropertyView;
use crate::graphs::world::World;

/// For each generator that is kept how it may take part in what the user sees: over the residual,
/// with the silenced generators silent. `None` where no transition that it takes is on the way to
/// anything.
pub fn of_generators(
    world: &World<'_>,
    judgement: &Judgement,
    view: &PropertyView,
    outcome: &Residual,
) -> IndexVec<GeneratorId, Option<Witness>> {
    let is_silent = |generator: GeneratorId| outcome.decisions[generator].silenced_by.is_some();
    let found = witnesses(
        &judgement.date,
        &outcome.remaining,
        &view.abstraction,
        is_silent,
    );
    let step = |taken: &date::residual::Taken| {
        let transition = &judgement.date.transitions[taken.transition];
        let origin = view.outcomes.origin(taken.generator);
        let place = view
            .notifications
            .get(origin)
            .map(|notification| world.position(notification));
        WitnessStep {
            place,
            event: transition.event,
            from: transition.from,
            to: transition.to,
        }
    };

    let told = |witness: date::residual::Witness| Witness {
        is_ordered: witness.is_ordered,
        subject: view.abstraction.graphs[witness.graph].subject.clone(),
        disorder: view.disorders[witness.graph],
        steps: witness.taken.iter().map(step).collect(),
        left_out: witness.left_out,
    };
    let rank = |witness: &date::residual::Witness| (!witness.is_ordered, witness.length());
    let found = view
        .outcomes
        .best(found, |one, other| rank(one) < rank(other));

    found.into_iter().map(|witness| witness.map(told)).collect()
}
