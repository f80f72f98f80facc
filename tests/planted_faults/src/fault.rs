//! One entry of the list.

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::killer::Killer;

/// A rule that is broken, and who must notice.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Its name.
    pub id: String,
    /// What it breaks, in a few words: a rule of the residuals, of tracking, ..
    pub rule: String,
    /// The hazards of [`crate::HAZARDS`] that it ignores; none where it breaks a rule of the algebra.
    #[serde(default)]
    pub hazards: Vec<u8>,
    /// The source file, from the root of the workspace.
    pub file: String,
    /// What stands there, exactly once.
    pub text: String,
    /// What stands there instead.
    pub replacement: String,
    /// The careless shortcut, in one sentence.
    pub shortcut: String,
    /// The test that fails.
    pub killer: Killer,
}

/// Why a fault cannot be planted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    /// Its text does not stand in the file.
    Absent,
    /// Its text stands there more than once.
    Ambiguous,
    /// It changes nothing.
    Idle,
}

impl Fault {
    /// The source file with the fault in it. O(size).
    ///
    /// # Errors
    /// The fault does not fit the file.
    pub fn planted(&self, source: &str) -> Result<String, Misfit> {
        let mut places = source.match_indices(&self.text);
        let (at, _) = places.next().ok_or(Misfit::Absent)?;
        if places.next().is_some() {
            return Err(Misfit::Ambiguous);
        }
        if self.text == self.replacement {
            return Err(Misfit::Idle);
        }
        Ok([&source[..at], &self.replacement, &source[at + self.text.len()..]].concat())
    }
}

/// All faults, in the order of the list.
///
/// # Errors
/// The list is malformed.
pub fn faults() -> Result<Vec<Fault>> {
    serde_saphyr::from_str(include_str!("../faults.yaml")).context("faults.yaml")
}
