//! The record of the inputs of outputs, kept beside them, so that a run that would make the same
//! again need not.
//!
//! A record holds every input by itself, never a digest of all: it counts only where each is as it
//! was, and where the outputs are still those that were written. Anything else, a record that
//! cannot be read among it, means that the work is done again.

mod inputs;
mod weaving;

use std::collections::BTreeMap;
use std::path::Path;

use plan::{Plan, sha256};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use text::Diagnostic;

pub use inputs::Inputs;
pub use weaving::{WeavingRecord, Woven};

use crate::output::FileSet;

/// The name of an analysis's record in the output folder.
pub const FILE_NAME: &str = "inputs.json";

/// The inputs of outputs, and the messages about them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record<T> {
    inputs: Inputs,
    /// Hashes of the outputs by their names.
    outputs: BTreeMap<String, String>,
    told: T,
}

impl<T: Serialize + DeserializeOwned> Record<T> {
    /// The record at `path`, if it is one and of these inputs.
    fn read(path: &Path, inputs: &Inputs) -> Option<Record<T>> {
        let text = std::fs::read_to_string(path).ok()?;
        serde_json::from_str(&text)
            .ok()
            .filter(|record: &Record<T>| record.inputs == *inputs)
    }

    fn render(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

/// The record of an analysis that made `files` from `inputs` and had these findings.
///
/// # Errors
/// None that can be thought of.
pub fn of_analysis(
    inputs: Inputs,
    files: &FileSet,
    findings: &[Diagnostic],
) -> serde_json::Result<String> {
    let outputs = files
        .iter()
        .map(|(name, content)| (name.to_owned(), sha256(content)))
        .collect();
    Record {
        inputs,
        outputs,
        told: findings.to_vec(),
    }
    .render()
}

/// The plan and the findings of the analysis whose results are in `folder`, if it had these inputs
/// and nobody has touched the results since. Reads each once.
pub fn find_analysis(folder: &Path, inputs: &Inputs) -> Option<(Plan, Vec<Diagnostic>)> {
    let record: Record<Vec<Diagnostic>> = Record::read(&folder.join(FILE_NAME), inputs)?;
    let mut plan = None;
    for (name, hash) in &record.outputs {
        let bytes = std::fs::read(folder.join(name))
            .ok()
            .filter(|bytes| sha256(bytes) == *hash)?;
        if name == "plan.json" {
            plan = plan::parse(std::str::from_utf8(&bytes).ok()?, name).ok();
        }
    }
    Some((plan?, record.told))
}
