//! Files that are written with their folders.

use std::path::Path;

/// Writes a file, and makes the folders that it lies in.
///
/// # Errors
/// The file cannot be written.
pub fn write_below(file: &Path, content: impl AsRef<[u8]>) -> std::io::Result<()> {
    if let Some(parent) = file.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(file, content)
}
