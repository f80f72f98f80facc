//! Parameters that events bind, and those that they connect.

use std::collections::BTreeSet;

/// Parameters of a specification, by their positions.
pub(super) type Parameters = BTreeSet<usize>;

/// Connected parameters: sets of two and more parameters, no parameter in two of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Blocks(pub(super) BTreeSet<Parameters>);

impl Blocks {
    /// The same after an event that binds these parameters, and so connects them.
    pub fn after(&self, bound: &Parameters) -> Blocks {
        if bound.len() < 2 {
            return self.clone();
        }
        let (met, others): (Vec<Parameters>, Vec<Parameters>) = self
            .0
            .iter()
            .cloned()
            .partition(|block| !block.is_disjoint(bound));
        let joined: Parameters = met
            .into_iter()
            .flatten()
            .chain(bound.iter().copied())
            .collect();
        Blocks(others.into_iter().chain([joined]).collect())
    }
}
