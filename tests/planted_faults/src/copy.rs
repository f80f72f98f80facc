//! The workspace once more, to be broken.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// A copy of the files that the version control knows of, with what they hold now.
#[derive(Debug)]
pub struct Copy {
    /// Its root.
    pub root: PathBuf,
}

impl Copy {
    /// Brings the copy in `root` up to date with `workspace`. Files that are the same are left
    /// alone, so what was built from them is still good.
    ///
    /// # Errors
    /// `git` does not answer, or files cannot be read or written.
    pub fn of(workspace: &Path, root: PathBuf) -> Result<Self> {
        let copy = Copy { root };
        let tracked = tracked(workspace)?;
        for path in &tracked {
            // What is tracked may have been removed.
            if let Ok(bytes) = fs::read(workspace.join(path)) {
                copy.write(path, &bytes)?;
            }
        }
        copy.remove_others(&copy.root, &tracked)?;
        Ok(copy)
    }

    /// A file's text.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(&self, path: &str) -> Result<String> {
        fs::read_to_string(self.root.join(path)).context(path.to_owned())
    }

    /// Writes a file, if it is not the same already.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, path: &str, bytes: &[u8]) -> Result<()> {
        let file = self.root.join(path);
        if fs::read(&file).is_ok_and(|old| old == bytes) {
            return Ok(());
        }
        fs::create_dir_all(file.parent().unwrap_or(&self.root))?;
        fs::write(&file, bytes).context(path.to_owned())
    }

    fn remove_others(&self, folder: &Path, tracked: &BTreeSet<String>) -> Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                self.remove_others(&path, tracked)?;
            } else if !tracked.contains(&*path.strip_prefix(&self.root)?.to_string_lossy()) {
                fs::remove_file(&path)?;
            }
        }
        Ok(())
    }
}

fn tracked(workspace: &Path) -> Result<BTreeSet<String>> {
    let output = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(workspace)
        .output()
        .context("git")?;
    if !output.status.success() {
        bail!("git ls-files: {}", String::from_utf8_lossy(&output.stderr));
    }
    let text = String::from_utf8(output.stdout)?;
    Ok(text
        .split('\0')
        .filter(|path| !path.is_empty())
        .map(str::to_owned)
        .collect())
}
