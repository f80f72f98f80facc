//! The files `lombok.config` that Lombok reads for a folder of sources: in the folders around it,
//! and what they import. Those below it are among its resources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const NAME: &str = "lombok.config";

/// The files around this folder that are there, each once, the nearest first. Lombok looks no
/// further than one that stops bubbling; this does, which opens no less. O(folders + size of the
/// files).
pub fn configurations(folder: &Path) -> Vec<PathBuf> {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for around in folder.ancestors().skip(1) {
        add(around.join(NAME), &mut seen, &mut found);
    }
    found
}

fn add(file: PathBuf, seen: &mut BTreeSet<PathBuf>, found: &mut Vec<PathBuf>) {
    let Ok(text) = fs::read_to_string(&file) else {
        return;
    };
    if !seen.insert(file.clone()) {
        return;
    }
    let folder = file.parent().map(Path::to_owned).unwrap_or_default();
    let imported = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("import "));
    found.push(file);
    for path in imported {
        add(folder.join(path.trim()), seen, found);
    }
}
