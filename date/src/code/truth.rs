//! What is known of a condition for every valuation.

use serde::{Deserialize, Serialize};

/// The truth of a condition, as far as it is known statically.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Truth {
    /// It always holds.
    True,
    /// It never holds.
    False,
    /// It may hold or not.
    Unknown,
}
