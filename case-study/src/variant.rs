//! The five programs that are compared.

use date::residual::Reduction;

/// How much of the monitoring is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// The program as compiled.
    Unmonitored,
    /// Every event of the property as written.
    Monitored,
    /// What the first residual leaves.
    After1st,
    /// What the second residual leaves.
    After2nd,
    /// What the third residual leaves.
    After3rd,
}

impl Variant {
    /// All of them, in the order of the paper's table.
    pub const ALL: [Variant; 5] = [
        Variant::Unmonitored,
        Variant::Monitored,
        Variant::After1st,
        Variant::After2nd,
        Variant::After3rd,
    ];

    /// The heading of its column.
    pub fn title(self) -> &'static str {
        match self {
            Variant::Unmonitored => "Unmonitored",
            Variant::Monitored => "Monitored",
            Variant::After1st => "After 1st",
            Variant::After2nd => "After 2nd",
            Variant::After3rd => "After 3rd",
        }
    }

    /// The folder that holds it.
    pub fn folder(self) -> &'static str {
        match self {
            Variant::Unmonitored => "unmonitored",
            Variant::Monitored => "monitored",
            Variant::After1st => "after-1st",
            Variant::After2nd => "after-2nd",
            Variant::After3rd => "after-3rd",
        }
    }

    /// The last analysis that it has been through; `None` for the two that have seen none.
    pub fn through(self) -> Option<Reduction> {
        match self {
            Variant::Unmonitored | Variant::Monitored => None,
            Variant::After1st => Some(Reduction::Residual0),
            Variant::After2nd => Some(Reduction::Residual1),
            Variant::After3rd => Some(Reduction::Residual2),
        }
    }

    /// Whether it has monitors at all.
    pub fn is_monitored(self) -> bool {
        self != Variant::Unmonitored
    }
}
