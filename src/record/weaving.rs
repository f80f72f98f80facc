//! The record of a weaving, kept beside the plan: woven classes hold nothing but classes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use instrument::weave::{HIDDEN_JAR, RUNTIME_JAR, RuntimePlacement, Task, WeaveRequest};
use plan::{Plan, sha256};
use serde::{Deserialize, Serialize};

use super::Record;
use super::inputs::{Inputs, hashes_below};
use crate::output::FileSet;
use crate::settings::WeaveSettings;

/// The folder of such records, in that of the plan.
const FOLDER: &str = "woven";

/// The messages of a weaving.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Woven {
    /// Notices for the user.
    pub notices: Vec<String>,
    /// The results, by property.
    pub summary: String,
    /// The results for the classes.
    pub classes: String,
}

/// The record of a weaving, and its inputs.
#[derive(Debug, PartialEq, Eq)]
pub struct WeavingRecord {
    folder: PathBuf,
    name: String,
    inputs: Inputs,
    output: PathBuf,
    beside: Option<PathBuf>,
}

impl WeavingRecord {
    /// For what `request` asks; none if an input cannot be read, which is for the weaver to say.
    pub fn of(
        plan: &Plan,
        settings: &WeaveSettings,
        request: &WeaveRequest<'_>,
    ) -> Option<WeavingRecord> {
        let beside = match (request.task, request.runtime) {
            (Task::Hide, _) => Some(HIDDEN_JAR),
            (_, RuntimePlacement::Separate) => Some(RUNTIME_JAR),
            _ => None,
        };
        let place = std::path::absolute(&request.output).ok()?;
        Some(WeavingRecord {
            folder: settings.plan.parent().unwrap_or(Path::new("")).join(FOLDER),
            name: format!("{}.json", &sha256(place.to_string_lossy().as_bytes())[..16]),
            inputs: Inputs::of_weaving(plan, settings, request.task, request.runtime)?,
            output: request.output.clone(),
            beside: beside.map(|jar| request.output.with_file_name(jar)),
        })
    }

    /// Returns what the weaving said that has made the output, if it had these inputs and nobody
    /// has touched the output since.
    pub fn find(&self) -> Option<Woven> {
        let record: Record<Woven> = Record::read(&self.folder.join(&self.name), &self.inputs)?;
        (self.outputs()? == record.outputs).then_some(record.told)
    }

    /// Keeps what a weaving has said of what it has made. A record that cannot be written is none:
    /// the next run weaves again.
    pub fn keep(self, told: Woven) {
        let Some(outputs) = self.outputs() else {
            return;
        };
        let record = Record {
            inputs: self.inputs,
            outputs,
            told,
        };
        if let Ok(text) = record.render() {
            let mut files = FileSet::default();
            files.add(&self.name, text);
            let _ = files.write(&self.folder);
        }
    }

    fn outputs(&self) -> Option<BTreeMap<String, String>> {
        let beside = self
            .beside
            .as_deref()
            .filter(|jar| jar.exists())
            .map(hashes_below);
        let beside = beside.unwrap_or_else(|| Some(Vec::new()))?;
        Some(
            hashes_below(&self.output)?
                .into_iter()
                .chain(beside)
                .collect(),
        )
    }
}
