//! Brute force: every trace of every object, with every choice of what `maybe` means.

use date::algebra::SubDate;
use date::graph::{Certainty, Letter, Occurrence};
use date::residual::Residual;

use crate::generate::Pair;
use crate::random::Random;

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

/// Compares what the user sees of the original with what is seen of the residual under the silenced generators.
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

/// Whether the choice leaves out nothing that surely concerns the object.
pub fn allowed(trace: &[Occurrence], choice: u32) -> bool {
    trace.iter().enumerate().all(|(index, o)| choice >> index & 1 == 1 || o.certainty == Certainty::Maybe)
}

fn differs(pair: &Pair, residual: &Residual, trace: &[Occurrence], choice: u32, answers: u64) -> bool {
    let opaque = |position: usize| Random::new(pair.seed ^ answers << 32 ^ (position as u64) << 40).chance(50);
    let word = || -> Vec<(usize, Occurrence)> {
        trace.iter().copied().enumerate().filter(|(index, _)| choice >> index & 1 == 1).collect()
    };
    let letter = |o: Occurrence| -> &Letter { &pair.program.generators[o.generator] };
    let everything = SubDate::all(pair.date.states, pair.date.arrows.len());
    let full = pair.date.run(&everything, word().into_iter().map(|(i, o)| (i, letter(o))), opaque);
    let heard = word().into_iter().filter(|(_, o)| residual.decisions[o.generator].silenced_by.is_none());
    let optimized = pair.date.run(&residual.remaining, heard.map(|(i, o)| (i, letter(o))), opaque);
    full != optimized
}
