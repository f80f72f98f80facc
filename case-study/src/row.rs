//! The result of the runs with one number of users.

use std::collections::BTreeMap;

use crate::run::{Load, Measured};
use crate::variant::Variant;

/// One number of users.
#[derive(Debug, Clone)]
pub struct Row {
    /// The load of the runs.
    pub load: Load,
    /// For each variant its fastest run.
    pub best: BTreeMap<Variant, Measured>,
}

impl Row {
    /// Processor time.
    pub fn seconds(&self, variant: Variant) -> f64 {
        self.best[&variant].seconds
    }

    /// Largest resident set.
    pub fn mebibytes(&self, variant: Variant) -> f64 {
        self.best[&variant].mebibytes
    }

    /// Events that the monitor has counted.
    pub fn events(&self, variant: Variant) -> u64 {
        self.best[&variant].total()
    }

    /// Number of reports.
    pub fn reports(&self, variant: Variant) -> usize {
        self.best[&variant].reports.len()
    }
}
