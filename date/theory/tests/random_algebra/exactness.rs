//! How near residual2 comes to the best that is possible: what runs really use, by brute force.

use date::algebra::{SubDate, TransitionSet, reduce};
use date::graph::Occurrence;
use date::residual::{Reduction, Removal, Residual};

use crate::concrete::Condition;
use crate::generate::Pair;
use crate::oracle::allowed;

/// How many pairs of one object were looked at, and in which residual2 keeps no transition that
/// could have gone.
#[derive(Debug, Default)]
pub struct Exactness {
    pub pairs: u64,
    pub exact: u64,
    /// Seeds of the others.
    pub inexact: Vec<u64>,
}

/// Looks at those pairs of a DATE and one object of which `fits` holds.
pub fn exactness(seeds: std::ops::Range<u64>, fits: impl Fn(&Pair) -> bool) -> Exactness {
    let mut found = Exactness::default();
    for seed in seeds {
        let pair = Pair::generate(seed);
        if pair.objects.len() != 1 || !fits(&pair) {
            continue;
        }
        let date = pair.date.static_date();
        let best = reduce(&date, &date.whole().restrict_transitions(&used(&pair)));
        found.pairs += 1;
        if left(&pair.optimized(Reduction::Nop)) == best.transitions {
            found.exact += 1
        } else {
            found.inexact.push(seed)
        }
    }
    found
}

/// The transitions that the residuals leave; no-ops are no matter of theirs.
fn left(residual: &Residual) -> TransitionSet {
    let mut left = residual.remaining.transitions.clone();
    for (id, step) in residual.removed_by.iter_enumerated() {
        if *step == Some(Removal::Nop) {
            left.insert(id.index());
        }
    }
    left
}

/// Returns whether no condition of a pair depends on data: each is constant, or may be answered
/// either way at any time.
pub fn is_free_of_data(pair: &Pair) -> bool {
    let is_free = |condition| !matches!(condition, Condition::AtLeast(_) | Condition::Equals(_));
    pair.date
        .arrows
        .iter()
        .all(|arrow| is_free(arrow.condition))
}

/// The transitions that some run takes, with every choice of what `maybe` means and every answer of
/// opaque conditions.
fn used(pair: &Pair) -> TransitionSet {
    let everything = SubDate::all(pair.date.states, pair.date.arrows.len());
    let mut used = TransitionSet::empty(pair.date.arrows.len());
    for trace in pair.objects.iter().flatten() {
        for choice in (0..1_u32 << trace.len()).filter(|&choice| allowed(trace, choice)) {
            let heard = || {
                trace
                    .iter()
                    .enumerate()
                    .filter(move |&(index, _)| choice >> index & 1 == 1)
            };
            for answers in 0..1_u32 << trace.len() {
                let word =
                    heard().map(|(index, o): (usize, &Occurrence)| pair.heard(index, o.generator));
                let opaque = |position: usize| answers >> position & 1 == 1;
                pair.date
                    .steps(&everything, word, opaque, |step| used.insert(step.arrow));
            }
        }
    }
    used
}
