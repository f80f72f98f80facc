//! Work that a search may do.

/// The steps that a search may still take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Budget(pub u64);

impl Budget {
    /// Takes some steps. False if too few are left.
    pub fn take(&mut self, steps: u64) -> bool {
        let enough = self.0 >= steps;
        self.0 = self.0.saturating_sub(steps);
        enough
    }
}
