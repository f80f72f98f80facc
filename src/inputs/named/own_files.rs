//! Files among the resources that are residua's own: properties, settings, results. They name
//! classes to nobody.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::inputs::properties;
use crate::settings::ProgramSettings;

/// The files of residua in a program.
pub struct OwnFiles {
    properties: BTreeSet<PathBuf>,
}

impl OwnFiles {
    /// The given properties; results and settings are known by their names.
    pub fn of(settings: &ProgramSettings) -> OwnFiles {
        let (files, _) = properties::all_files(&settings.properties);
        OwnFiles {
            properties: files
                .iter()
                .filter_map(|file| file.canonicalize().ok())
                .collect(),
        }
    }

    /// Returns whether this file is one of them.
    pub fn contains(&self, file: &Path) -> bool {
        let is_settings = file.file_name().is_some_and(|name| name == "residua.toml");
        let is_result = || file.parent().is_some_and(has_results);
        let is_property = || {
            file.canonicalize()
                .is_ok_and(|file| self.properties.contains(&file))
        };
        is_settings || is_result() || is_property()
    }
}

fn has_results(folder: &Path) -> bool {
    ["plan.json", "report.html"]
        .iter()
        .all(|name| folder.join(name).is_file())
}
