//! The report of weaving.

use std::collections::BTreeMap;

use super::notice::Notice;
use super::pairing::Verdict;

/// The report of weaving.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WeaveReport {
    /// By property.
    pub properties: BTreeMap<String, Tally>,
    /// Ids of plan rows of the classes that no site is.
    pub rows_without_site: Vec<String>,
    /// Class files that were changed.
    pub changed_classes: usize,
    /// Class files that were not.
    pub unchanged_classes: usize,
    /// The calls that have been hidden, if that was the task.
    pub hidden: Hidden,
    /// The notices for the user.
    pub notices: Vec<Notice>,
}

/// The calls that the plan silences for all properties, under [`Task::Hide`](super::Task::Hide).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hidden {
    /// Calls that other tools no longer see.
    pub calls: u64,
    /// Generators that they do see: bodies of methods, calls that no other class may make, and what
    /// the plan silences only together with such.
    pub in_sight: u64,
}

/// Sites of one property: each (event, program point) of the class files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// All of them.
    pub sites: u64,
    /// The number of those that notify the monitors.
    pub monitored: u64,
    /// The number of those that the plan silences.
    pub left_out: u64,
    /// Monitored, as the plan does not know them.
    pub unknown: u64,
    /// Monitored, as it is not clear which row they are.
    pub ambiguous: u64,
}

impl Tally {
    /// Counts one more site.
    pub(super) fn add(&mut self, verdict: Verdict, ignore_decisions: bool) {
        self.sites += 1;
        let left_out = verdict == Verdict::Silence && !ignore_decisions;
        self.left_out += u64::from(left_out);
        self.monitored += u64::from(!left_out);
        self.unknown += u64::from(verdict == Verdict::Unknown);
        self.ambiguous += u64::from(verdict == Verdict::Ambiguous);
    }
}
