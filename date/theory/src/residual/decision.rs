//! The result of the optimizer.

use index_vec::IndexVec;
use serde::{Deserialize, Serialize};

use crate::algebra::{SubDate, TransitionSet};
use crate::ids::{GeneratorId, TransitionId};

/// A step of the analysis; each builds on those before it. As a limit it means: up to this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reduction {
    /// Absent events.
    Residual0,
    /// Absent events of each object.
    Residual1,
    /// Unusable transitions.
    Residual2,
    /// Generators whose events change nothing: what is left after the residuals.
    Nop,
}

impl Reduction {
    /// The last step: as a limit, everything there is.
    pub const LAST: Reduction = Reduction::Nop;
}

/// A step that removes transitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Removal {
    /// See [`Reduction::Residual0`].
    Residual0,
    /// See [`Reduction::Residual1`].
    Residual1,
    /// See [`Reduction::Residual2`]. Conditions over data count here.
    Residual2,
    /// See [`Reduction::Nop`]: a transition from a state to itself that does nothing.
    Nop,
}

impl From<Removal> for Reduction {
    fn from(step: Removal) -> Self {
        match step {
            Removal::Residual0 => Reduction::Residual0,
            Removal::Residual1 => Reduction::Residual1,
            Removal::Residual2 => Reduction::Residual2,
            Removal::Nop => Reduction::Nop,
        }
    }
}

/// The decision on a generator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The step that silences it; `None` to keep it.
    pub silenced_by: Option<Reduction>,
    /// Generators of one group are silenced all together or not at all: if one of them is heard
    /// after all, the objects they concern show traces that they never had. A silenced generator
    /// without a group may be heard without harm.
    pub group: Option<u32>,
    /// One sentence for people.
    pub why: String,
}

/// The outcome for one property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Residual {
    /// The part of the DATE that is left after the last step.
    pub remaining: SubDate,
    /// For each transition the step that removed it.
    pub removed_by: IndexVec<TransitionId, Option<Removal>>,
    /// The transitions that went because of the values that variables can have. Residual2 alone
    /// would have kept them.
    pub by_data: TransitionSet,
    /// For each generator its fate.
    pub decisions: IndexVec<GeneratorId, Decision>,
}
