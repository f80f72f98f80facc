//! Generators that are heard whatever the residuals say.

use crate::algebra::{StaticDate, SubDate};
use crate::bits::Bits;
use crate::graph::Abstraction;
use crate::ids::GeneratorId;

/// Generators by id.
pub type GeneratorSet = Bits;

/// Returns the generators that must be heard if `remaining` is left of the property. They are the
/// generators `always`, those that occur unprompted, and those that make instances. The last ones
/// count as long as the property listens to something that makes no instance. The time at which an
/// instance was made decides whether that reaches it (semantics, section 4, creation). O(generators
/// * events).
pub fn pinned(
    date: &StaticDate,
    remaining: &SubDate,
    program: &Abstraction,
    always: &[GeneratorId],
) -> GeneratorSet {
    let alphabet = remaining.alphabet(date);
    let mut creating = GeneratorSet::empty(program.generators.len());
    program
        .creating
        .iter()
        .for_each(|generator| creating.insert(generator.index()));
    let reaches = |generator: GeneratorId| {
        alphabet
            .iter()
            .any(|&event| program.generators[generator].contains(event))
    };

    // If only creating events reach the property, the time at which an instance is made cannot be
    // seen.
    let is_told_apart = program
        .generators
        .indices()
        .any(|id| !creating[id.index()] && reaches(id));
    let mut pinned = if is_told_apart {
        creating
    } else {
        GeneratorSet::empty(program.generators.len())
    };
    always
        .iter()
        .chain(&program.unprompted)
        .for_each(|generator| pinned.insert(generator.index()));

    pinned
}
