//! Processes that replace the same output do so one after the other.

use std::fs::File;
use std::path::{Path, PathBuf};

/// The turn of a process to replace a file or folder: no other process replaces anything in the
/// same folder meanwhile.
///
/// It is an advisory lock of the folder that the path lies in, so nothing is left behind, whatever
/// ends the process. Where folders cannot be locked (on some network file systems, and on Windows)
/// there is no turn to wait for.
#[derive(Debug)]
pub struct Turn {
    _locked: Option<File>,
}

impl Turn {
    /// Waits for the turn to replace `path`. The folder it lies in is there.
    pub fn wait(path: &Path) -> Self {
        let lock = || {
            let folder = File::open(folder_of(&std::path::absolute(path)?))?;
            folder.lock()?;
            std::io::Result::Ok(folder)
        };
        Turn {
            _locked: lock().ok(),
        }
    }
}

/// The folder that a path lies in.
pub fn folder_of(path: &Path) -> PathBuf {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_owned()
}
