//! The file `SHA256SUMS`, as `sha256sum --check` reads it.

use std::path::Path;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::content::read;

/// Writes the checksums of all archives in a folder, sorted by name.
///
/// # Errors
/// A file cannot be read or written.
pub fn write(folder: &Path) -> Result<()> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let is_archive = name.ends_with(".tar.gz") || name.ends_with(".zip");
        if name.starts_with("residua-") && is_archive {
            names.push(name);
        }
    }
    names.sort();

    let mut text = String::new();
    for name in names {
        let digest = Sha256::digest(read(&folder.join(&name))?);
        text += &format!("{digest:x}  {name}\n");
    }
    let path = folder.join("SHA256SUMS");
    std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}
