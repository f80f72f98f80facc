//! What a variant's analysis leaves of the property and of the calls that raise its events.

use std::collections::BTreeSet;

use plan::{Decision, Plan, TransitionRow};

/// What is left to monitor, and what it was before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remainder {
    /// `qe -> qf [transfer]` for each transition that stays, in the order of the property.
    pub transitions: Vec<String>,
    /// The same for each that is removed.
    pub removed: Vec<String>,
    /// The events that label a transition that stays.
    pub alphabet: BTreeSet<String>,
    /// Generators that stay.
    pub kept: usize,
    /// Generators that are silenced.
    pub silenced: usize,
}

impl Remainder {
    /// What `plan` decides; everything stays where its decisions are ignored (`full`).
    pub fn of(plan: &Plan, full: bool) -> Self {
        let rows = || {
            plan.properties
                .iter()
                .flat_map(|property| &property.transitions)
        };
        let stays = |row: &TransitionRow| full || row.removed_by.is_none();
        let named = |wanted: bool| {
            let rows = rows().filter(|row| stays(row) == wanted);
            rows.map(|row| format!("{} -> {} [{}]", row.from, row.to, row.event))
                .collect()
        };

        let kept = plan
            .generators
            .iter()
            .filter(|row| full || row.decision == Decision::Keep)
            .count();
        Remainder {
            transitions: named(true),
            removed: named(false),
            alphabet: rows()
                .filter(|row| stays(row))
                .map(|row| row.event.clone())
                .collect(),
            kept,
            silenced: plan.generators.len() - kept,
        }
    }
}
