//! What the outputs of an analysis were made from, kept beside them, so that a run that would make the same again need not.
//!
//! A record holds every input by itself, never a digest of all: it counts only where each is as it was, and where the outputs
//! are still those that were written. Anything else, a record that cannot be read among it, means that the work is done again.

mod inputs;

use std::collections::BTreeMap;
use std::path::Path;

use date::diagnostic::Diagnostic;
use instrument::plan::{Plan, sha256};
use serde::{Deserialize, Serialize};

pub use inputs::Inputs;

use crate::output::FileSet;

/// The record's name in the output folder.
pub const FILE_NAME: &str = "inputs.json";

/// What an analysis was made from, what it said, and what it wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    inputs: Inputs,
    /// Hashes of the outputs by their names.
    outputs: BTreeMap<String, String>,
    diagnostics: Vec<Diagnostic>,
}

/// The results of an earlier run, as good as new.
#[derive(Debug)]
pub struct Found {
    /// The plan.
    pub plan: Plan,
    /// The findings.
    pub diagnostics: Vec<Diagnostic>,
}

impl Record {
    /// The record of `files`, which were made from `inputs` and about which there was this to say.
    pub fn new(inputs: Inputs, files: &FileSet, diagnostics: &[Diagnostic]) -> Record {
        let outputs = files.iter().map(|(name, content)| (name.to_owned(), sha256(content)));
        Record { inputs, outputs: outputs.collect(), diagnostics: diagnostics.to_vec() }
    }

    /// As a file; the same bytes for the same record.
    ///
    /// # Errors
    /// None that can be thought of.
    pub fn render(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

/// What is in `folder`, if it was made from `inputs` and nobody has touched it since. Reads each output once.
pub fn find(folder: &Path, inputs: &Inputs) -> Option<Found> {
    let text = std::fs::read_to_string(folder.join(FILE_NAME)).ok()?;
    let record: Record = serde_json::from_str(&text).ok()?;
    if record.inputs != *inputs {
        return None;
    }
    let mut plan = None;
    for (name, hash) in &record.outputs {
        let bytes = std::fs::read(folder.join(name)).ok().filter(|bytes| sha256(bytes) == *hash)?;
        if name == "plan.json" {
            plan = instrument::plan::parse(std::str::from_utf8(&bytes).ok()?, name).ok();
        }
    }
    Some(Found { plan: plan?, diagnostics: record.diagnostics })
}
