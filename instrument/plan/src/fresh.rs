//! The check that a plan still describes the files it was made from (semantics, hazard 15).

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::Plan;

/// The files that a plan no longer describes, each as the plan names it, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Freshness {
    /// Files whose content has changed: the plan cannot be used.
    pub changed: Vec<String>,
    /// Files that are not there (or cannot be read), so that nothing can be said.
    pub missing: Vec<String>,
}

impl Freshness {
    /// Hashes every property file, file that one imports and source that the plan names; relative
    /// paths are taken below `base`. Reads each file once. Sources whose class files were analyzed may
    /// change: these class files may not, which the weaver sees.
    pub fn of(plan: &Plan, base: &Path) -> Self {
        let mut freshness = Freshness::default();
        for (name, path, hash) in recorded_files(plan) {
            match current_hash(&base.join(path)) {
                Ok(current) if current == hash => {}
                Ok(_) => freshness.changed.push(name),
                Err(_) => freshness.missing.push(name),
            }
        }
        freshness
    }
}

fn recorded_files(plan: &Plan) -> BTreeSet<(String, PathBuf, String)> {
    let imported = plan
        .properties
        .iter()
        .flat_map(|property| &property.imported);
    let imported = imported.map(|imported| (&imported.file, &imported.sha256));
    let properties = plan
        .properties
        .iter()
        .map(|property| (&property.file, &property.sha256))
        .chain(imported);

    let properties =
        properties.map(|(file, hash)| (file.clone(), PathBuf::from(file), hash.clone()));
    let sources = plan.sources.iter().filter(|source| !source.compiled);
    let sources = sources.map(|s| {
        let path = Path::new(&s.root).join(&s.path);
        (path.to_string_lossy().into_owned(), path, s.sha256.clone())
    });

    properties.chain(sources).collect()
}

fn current_hash(path: &Path) -> std::io::Result<String> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    Ok(sha256(&std::fs::read(path)?))
}

/// The hash that plans record: SHA-256 in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
