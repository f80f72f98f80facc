//! Brute force: every trace of every object, with every choice of what `maybe` means.

use date::algebra::SubDate;
use date::graph::{Certainty, Occurrence};
use date::ids::GeneratorId;
use date::residual::Residual;

use crate::generate::Pair;
use test_support::Random;

#[derive(Debug)]
pub enum Verdict {
    Same { words: u64 },
    Different { words: u64 },
}

impl Verdict {
    pub fn words(&self) -> u64 {
        match self {
            Verdict::Same { words } | Verdict::Different { words } => *words,
        }
    }
}

/// Compares what the user sees of the original with what is seen of the residual under the silenced
/// generators.
pub fn compare(pair: &Pair, residual: &Residual) -> Verdict {
    let mut words = 0;
    for trace in pair.objects.iter().flatten() {
        for choice in 0..1_u32 << trace.len() {
            if !allowed(trace, choice) {
                continue;
            }
            for answers in 0..3 {
                words += 1;
                if differs(pair, residual, trace, choice, answers) {
                    return Verdict::Different { words };
                }
            }
        }
    }
    Verdict::Same { words }
}

/// Returns whether the choice leaves out nothing that surely concerns the object.
pub fn allowed(trace: &[Occurrence], choice: u32) -> bool {
    trace
        .iter()
        .enumerate()
        .all(|(index, o)| choice >> index & 1 == 1 || o.certainty == Certainty::Maybe)
}

fn differs(
    pair: &Pair,
    residual: &Residual,
    trace: &[Occurrence],
    choice: u32,
    answers: u64,
) -> bool {
    let opaque = |position: usize| {
        Random::new(pair.seed ^ answers << 32 ^ (position as u64) << 40).chance(50)
    };
    let chosen = trace
        .iter()
        .enumerate()
        .filter(|(index, _)| choice >> index & 1 == 1);
    let chosen: Vec<GeneratorId> = chosen.map(|(_, occurrence)| occurrence.generator).collect();
    let word = pair.with_what_comes_at_any_time(&chosen, u64::from(choice) << 8 | answers);
    let everything = SubDate::all(pair.date.states, pair.date.arrows.len());
    let heard = |(position, &generator): (usize, &GeneratorId)| pair.heard(position, generator);
    let full = pair
        .date
        .run(&everything, word.iter().enumerate().map(heard), opaque);
    let left = word
        .iter()
        .enumerate()
        .filter(|(_, g)| residual.decisions[**g].silenced_by.is_none());
    let optimized = pair.date.run(&residual.remaining, left.map(heard), opaque);
    full != optimized
}
