//! The check that a plan still describes the files it was made from (semantics, hazard 15).

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::{Plan, Source};

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
    /// paths are taken below `base`. Reads each file once. Of sources whose class files were
    /// analyzed the text need not be there.
    pub fn of(plan: &Plan, base: &Path) -> Self {
        let mut freshness = Freshness::default();
        let compiled: BTreeSet<PathBuf> = plan
            .sources
            .iter()
            .filter(|source| source.compiled)
            .map(path_of)
            .collect();
        for (name, path, hash) in recorded_files(plan) {
            match current_hash(&base.join(&path)) {
                Ok(current) if current == hash => {}
                Ok(_) => freshness.changed.push(name),
                // The plan is for the class files, which the weaver compares.
                Err(_) if compiled.contains(&path) => {}
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
        .filter(|property| !property.file.is_empty())
        .map(|property| (&property.file, &property.sha256))
        .chain(imported);

    let properties =
        properties.map(|(file, hash)| (file.clone(), PathBuf::from(file), hash.clone()));
    let sources = plan.sources.iter().map(|source| {
        let path = path_of(source);
        let name = path.to_string_lossy().into_owned();
        (name, path, source.sha256.clone())
    });

    properties.chain(sources).collect()
}

fn path_of(source: &Source) -> PathBuf {
    Path::new(&source.root).join(&source.path)
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
