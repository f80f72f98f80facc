//! Mutations of seeds: of their trees, tokens, lines and bytes. A number decides each mutant.

mod text;
mod tree;

use std::ops::Range;

use fastrand::Rng;

use crate::seed::Seed;

/// A seed with some damage.
pub struct Mutant {
    /// The number that decides it.
    pub number: u64,
    /// The name of its seed.
    pub seed: String,
    /// Its text, in a package of its own.
    pub bytes: Vec<u8>,
}

impl Mutant {
    /// The mutant of a number.
    pub fn new(seeds: &[Seed], number: u64) -> Self {
        let mut random = Rng::with_seed(number);
        let seed = &seeds[random.usize(..seeds.len())];
        let mut bytes = format!("package m{number};").into_bytes();
        match random.u8(..8) {
            0..4 => bytes.extend(tree::mutated(seed, seeds, &mut random).into_bytes()),
            _ => {
                bytes.extend_from_slice(seed.text.as_bytes());
                text::mutate(&mut bytes, seeds, &mut random);
            }
        }
        while random.u8(..4) == 0 {
            text::mutate(&mut bytes, seeds, &mut random);
        }
        Mutant {
            number,
            seed: seed.name.clone(),
            bytes,
        }
    }
}

/// One of several; `None` where there is none.
fn pick<'a, T>(choices: &'a [T], random: &mut Rng) -> Option<&'a T> {
    let place = random.usize(..choices.len().max(1));
    choices.get(place)
}

/// The text of a construct that another seed may have: one of `places` of any seed.
fn borrowed<'a>(
    seeds: &'a [Seed],
    places: impl Fn(&Seed) -> &[Range<usize>],
    random: &mut Rng,
) -> &'a str {
    let Some(seed) = pick(seeds, random) else {
        return "";
    };
    let place = pick(places(seed), random).cloned().unwrap_or_default();
    seed.text.get(place).unwrap_or_default()
}
