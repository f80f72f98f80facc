//! A source of choices.

/// Seeded choices.
pub struct Choice(fastrand::Rng);

impl Choice {
    /// The same choices for the same seed.
    pub fn new(seed: u64) -> Self {
        Choice(fastrand::Rng::with_seed(seed))
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    /// True so many times in a hundred.
    pub fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    /// One of them.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// The number of one of the weights, as often as it weighs.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut left = self.below(weights.iter().sum());
        weights
            .iter()
            .position(|&weight| left.checked_sub(weight).map(|rest| left = rest).is_none())
            .unwrap_or(0)
    }
}
